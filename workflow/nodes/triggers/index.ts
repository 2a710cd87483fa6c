import type { NodeType } from "../../model/node-type.ts";
import { calledTrigger } from "./called-trigger.ts";
import { chatTrigger } from "./chat-trigger.ts";
import { errorTrigger } from "./error-trigger.ts";
import { executeWorkflow } from "./execute-workflow.ts";
import { formPage } from "./form-page.ts";
import { formTrigger } from "./form-trigger.ts";
import { legacyTimers } from "./legacy-timers.ts";
import { manualTrigger } from "./manual-trigger.ts";
import { noOperation } from "./no-operation.ts";
import { scheduleTrigger } from "./schedule-trigger.ts";
import { mcpTrigger } from "./service-trigger.ts";
import { webhook } from "./webhook.ts";

export { callerItems } from "./caller-input.ts";
export { serviceTrigger } from "./service-trigger.ts";
export { type StartingTrigger, startingTrigger, type TriggerKind } from "./trigger-choice.ts";
export { inputsOf } from "./trigger-inputs.ts";

/** Nodes that a run begins with, and those that join workflows. */
export const TRIGGER_NODES: readonly NodeType[] = [
  calledTrigger,
  chatTrigger,
  errorTrigger,
  executeWorkflow,
  formPage,
  formTrigger,
  legacyTimers,
  manualTrigger,
  mcpTrigger,
  noOperation,
  scheduleTrigger,
  webhook,
];
