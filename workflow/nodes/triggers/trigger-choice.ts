import type { JsonObject } from "../../model/item.ts";
import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { formFields } from "./form-fields.ts";
import { serviceTrigger } from "./simple-triggers.ts";

/** How a run can begin, those first that take a message best. */
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
  /** Why it is this one, where the workflow has several. */
  why: string;
}

/** Whether what a caller gave is what a trigger takes. */
function fits({ node, kind }: Pick<ChosenTrigger, "node" | "kind">, input: JsonObject): boolean {
  const has = (name: string) => Object.hasOwn(input, name);
  if (kind === "chat") return has("chatInput");
  if (kind === "webhook") return has("body") || has("query") || has("headers");
  return (
    kind === "form" && formFields(node).some(({ key, label, name }) => has(key) || has(label) || has(name))
  );
}

/** The trigger that a run begins with, for what the caller gave; `problem` where none can take it. */
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
  if (fitting && fitting !== first) return { ...fitting, why: "what was given is what it takes" };
  if (first)
    return {
      ...first,
      why: candidates.length === 1 ? "it is the only one" : `of ${candidates.length} it takes a message best`,
    };
  const service = enabled.find(({ type }) => serviceTrigger(type) || type.endsWith(".mcpTrigger"));
  if (service)
    return {
      problem: `'${service.name}' (${service.type}) waits for an event of a service; a run begins with a chat, webhook, form or manual trigger`,
      unfit: service.name,
    };
  return {
    problem: "The workflow has no trigger: it needs a chat, webhook, form or manual trigger to begin with",
  };
}
