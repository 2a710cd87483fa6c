import type { JsonObject } from "../../model/item.ts";
import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { getFormFields } from "./form-fields.ts";
import { createServiceTrigger } from "./simple-triggers.ts";

/** Kinds of triggers, in order of preference for a message. */
const TRIGGER_KINDS = ["chat", "webhook", "form", "manual", "called", "timed", "failed"] as const;
export type TriggerKind = (typeof TRIGGER_KINDS)[number];

const KINDS = new Map<string, TriggerKind>([
  ["@n8n/n8n-nodes-langchain.chatTrigger", "chat"],
  ["@n8n/n8n-nodes-langchain.manualChatTrigger", "chat"],
  ["n8n-nodes-base.webhook", "webhook"],
  ["n8n-nodes-base.formTrigger", "form"],
  ["n8n-nodes-base.manualTrigger", "manual"],
  ["n8n-nodes-base.start", "manual"],
  ["n8n-nodes-base.executeWorkflowTrigger", "called"],
  ["n8n-nodes-base.scheduleTrigger", "timed"],
  ["n8n-nodes-base.cron", "timed"],
  ["n8n-nodes-base.interval", "timed"],
  ["n8n-nodes-base.errorTrigger", "failed"],
]);

export interface ChosenTrigger {
  node: WorkflowNode;
  kind: TriggerKind;
  /** The reason why this trigger was chosen. */
  why: string;
}

/** Returns whether an input fits a trigger. */
function fits({ node, kind }: Pick<ChosenTrigger, "node" | "kind">, input: JsonObject): boolean {
  const has = (name: string) => Object.hasOwn(input, name);
  if (kind === "chat") return has("chatInput");
  if (kind === "webhook") return has("body") || has("query") || has("headers");
  return (
    kind === "form" && getFormFields(node).some(({ key, label, name }) => has(key) || has(label) || has(name))
  );
}

/** Returns the trigger that starts a run with an input, or a `problem` if there is none. */
export function chooseTrigger(
  workflow: Workflow,
  input: JsonObject = {},
): ChosenTrigger | { problem: string; unfit?: string } {
  const enabled = [...workflow.nodes.values()].filter(({ disabled }) => !disabled);
  const leads = new Set(workflow.connections.filter(({ kind }) => kind === "main").map(({ from }) => from));
  const candidates = enabled
    .flatMap((node) => {
      const kind = KINDS.get(node.type);
      return kind ? [{ node, kind }] : [];
    })
    .sort(
      (a, b) =>
        Number(leads.has(b.node.name)) - Number(leads.has(a.node.name)) ||
        TRIGGER_KINDS.indexOf(a.kind) - TRIGGER_KINDS.indexOf(b.kind),
    );
  const fitting = candidates.find((candidate) => fits(candidate, input));
  const [first] = candidates;
  if (fitting && fitting !== first) return { ...fitting, why: "it matches the input" };
  if (first)
    return {
      ...first,
      why:
        candidates.length === 1
          ? "it is the only one"
          : `it is the best of ${candidates.length} triggers for a message`,
    };
  const service = enabled.find(({ type }) => createServiceTrigger(type) || type.endsWith(".mcpTrigger"));
  if (service)
    return {
      problem: `'${service.name}' (${service.type}) waits for an event from a service, but a run can only start with a chat, webhook, form or manual trigger`,
      unfit: service.name,
    };
  return {
    problem: "The workflow has no trigger. Add a chat, webhook, form or manual trigger",
  };
}
