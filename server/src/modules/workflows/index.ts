export { answerDoorRefusal, DoorRefusal } from "./door-refusal.ts";
export type { ServerOf } from "./engine/developer-server.ts";
export { EngineDoor } from "./engine/engine-door.ts";
export { createHttpDoor } from "./http-door.ts";
export { createStorageDoor } from "./storage-door.ts";
export { valuesInMemory } from "./stored-values.ts";
export { createValuesStore } from "./values-store.ts";
export type { WorkflowRun, WorkflowRuns } from "./workflow-runs.ts";
