export type { NodeTrace, RunError } from "./engine/index.ts";
export { MAX_STORED_BYTES } from "./gateway/gateway-storage.ts";
export {
  FormPage,
  type PageField,
  WaitAnswer,
  WaitRequest,
  WebhookReply,
} from "./gateway/wait-messages.ts";
export type { CoverageReport } from "./inspection/coverage-report.ts";
export { describeChosenServers, describeWaits } from "./inspection/notices.ts";
export { drawWorkflow, type WorkflowLayout as WorkflowDrawing } from "./inspection/workflow-drawing.ts";
export type { StorageKind } from "./model/services.ts";
export { MAX_RESPONSE_BYTES } from "./own-server/request-own-server.ts";
export { createPythonSandbox } from "./python/sandboxed-python.ts";
export { WorkerLost } from "./worker/worker-lost.ts";
export { WorkerProcesses } from "./worker/worker-processes.ts";
export { runWorkerTask } from "./worker/worker-task.ts";
export { formatNodeLine } from "./workflow-events.ts";
export { WorkflowRuntime } from "./workflow-runtime.ts";
