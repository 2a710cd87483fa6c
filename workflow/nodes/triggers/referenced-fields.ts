import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { aliasedFields } from "./aliased-fields.ts";
import { STEP, stepsOf } from "./field-patterns.ts";
import { namedNode, nodesBehind, ONE_ITEM, textsIn } from "./nodes-behind.ts";

/** Which fields of a trigger's item the file asks for: each as the names that lead to it, two at most. */
export function referencedFields(workflow: Workflow, trigger: WorkflowNode): string[][] {
  const named = String.raw`(?:${namedNode(trigger.name)})\.json`;
  const own = String.raw`${named}|\$json|\$input\.${ONE_ITEM}\.json|\bitems\[0\]\.json`;
  const near = nodesBehind(workflow, trigger.name);
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
