import type { JsonValue } from "../../../../protocol/index.ts";
import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { aliasedFields } from "./aliased-fields.ts";
import { STEP, stepsOf } from "./field-patterns.ts";

/** Nodes that hand items on as they are: behind them `$json` is still the trigger's. */
const PASSING = new Set(
  ["if", "filter", "switch", "noOp", "limit", "wait"].map((name) => `n8n-nodes-base.${name}`),
);

const ONE_ITEM = String.raw`(?:item|first\(\)|last\(\)|all\(\)\[\d+\])\.json`;

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function* textsIn(value: JsonValue): Generator<string> {
  if (typeof value === "string") yield value;
  else if (value !== null && typeof value === "object")
    for (const part of Object.values(value)) yield* textsIn(part);
}

/** Nodes that see the trigger's items as their own. */
function seers(workflow: Workflow, trigger: string): Set<string> {
  const found = new Set<string>();
  const open = [trigger];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const { kind, from, to } of workflow.connections) {
      if (kind !== "main" || from !== next || found.has(to)) continue;
      found.add(to);
      if (PASSING.has(workflow.nodes.get(to)?.type ?? "")) open.push(to);
    }
  return found;
}

/** Which fields of a trigger's item the file asks for: each as the names that lead to it, two at most. */
export function referencedFields(workflow: Workflow, trigger: WorkflowNode): string[][] {
  const name = escaped(trigger.name);
  const named = String.raw`\$\(\s*['"\x60]${name}['"\x60]\s*\)\.${ONE_ITEM}|\$node\[\s*['"\x60]${name}['"\x60]\s*\]\.json`;
  const own = String.raw`${named}|\$json|\$input\.${ONE_ITEM}|\bitems\[0\]\.json`;
  const near = seers(workflow, trigger.name);
  const found = new Map<string, string[]>();
  for (const node of workflow.nodes.values()) {
    const item = near.has(node.name) ? own : named;
    const pattern = new RegExp(`(?:${item})((?:${STEP}){1,2})`, "gu");
    for (const text of textsIn(node.parameters)) {
      const direct = Array.from(text.matchAll(pattern), ([, path = ""]) => stepsOf(path));
      for (const steps of [...direct, ...aliasedFields(text, item)]) found.set(steps.join("."), steps);
    }
  }
  return [...found.values()];
}
