export { createHttpDoor } from "./http-door.ts";
export { createStorageDoor } from "./storage-door.ts";
export { type StoredValues, valuesInMemory } from "./stored-values.ts";
export type { WorkflowRun, WorkflowRuns } from "./workflow-runs.ts";
