import type { JsonValue } from "@stoa/runtime/protocol";
import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { waitsForAnswer } from "../core/waiting/waits-for-answer.ts";

/** Nodes that hand items on as they are: behind them `$json` is still the trigger's. */
const PASSING = new Set(
  ["if", "filter", "switch", "noOp", "limit", "wait"].map((name) => `n8n-nodes-base.${name}`),
);

/** What waits for somebody's answer hands that on. */
function handsOn(node: WorkflowNode | undefined): boolean {
  return node !== undefined && PASSING.has(node.type) && !waitsForAnswer(node);
}

/** One item of a node, as expressions and code name it. */
export const ONE_ITEM = String.raw`(?:item|first\(\)|last\(\)|all\(\)\[\d+\])`;

/** A pattern of what stands for a node, by its name. */
export function namedNode(name: string): string {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return String.raw`\$\(\s*['"\x60]${escaped}['"\x60]\s*\)\.${ONE_ITEM}|\$node\[\s*['"\x60]${escaped}['"\x60]\s*\]`;
}

/** Every text within a value of the file. */
export function* textsIn(value: JsonValue): Generator<string> {
  if (typeof value === "string") yield value;
  else if (value !== null && typeof value === "object")
    for (const part of Object.values(value)) yield* textsIn(part);
}

/** Nodes that see a trigger's items as their own. */
export function nodesBehind(workflow: Workflow, trigger: string): Set<string> {
  const found = new Set<string>();
  const open = [trigger];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const { kind, from, to } of workflow.connections) {
      if (kind !== "main" || from !== next || found.has(to)) continue;
      found.add(to);
      if (handsOn(workflow.nodes.get(to))) open.push(to);
    }
  return found;
}
