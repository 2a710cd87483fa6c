import type { NodeType } from "../../model/node-type.ts";
import { chatTrigger } from "./chat-trigger.ts";
import { executeWorkflow } from "./execute-workflow.ts";
import { executeWorkflowTrigger } from "./execute-workflow-trigger.ts";
import { formPage, formTrigger } from "./form.ts";
import { scheduleTrigger } from "./schedule-trigger.ts";
import { EVERY_VERSION, errorTrigger, legacyTimers, manualTrigger, mcpTrigger } from "./simple-triggers.ts";
import { webhook } from "./webhook.ts";

/** The No Operation node, which does nothing. */
export const noOperation: NodeType = {
  types: ["n8n-nodes-base.noOp"],
  versions: EVERY_VERSION,
  execute: ({ items }) => [items],
};

export { toInputItems } from "./caller-input.ts";
export { createServiceTrigger as serviceTrigger } from "./simple-triggers.ts";
export { type ChosenTrigger, chooseTrigger, type TriggerKind } from "./trigger-choice.ts";
export { createInputForm } from "./trigger-inputs.ts";

/** Triggers, and nodes that connect workflows. */
export const TRIGGER_NODES: readonly NodeType[] = [
  executeWorkflowTrigger,
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
