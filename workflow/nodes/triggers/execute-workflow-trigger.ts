import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../model/is-object.ts";
import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeType } from "../../model/node-type.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { toInputText } from "./caller-input.ts";

/** An input of a called workflow. */
export interface WorkflowInput {
  name: string;
  type: string;
}

const getExampleType = (value: JsonValue): string => {
  if (Array.isArray(value)) return "array";
  return value === null ? "any" : typeof value;
};

function getExample(node: WorkflowNode): JsonObject {
  try {
    const example = JSON.parse(toInputText(node.parameters.jsonExample)) as JsonValue;
    return isObject(example) ? example : {};
  } catch {
    return {};
  }
}

/** Returns the inputs that a called workflow declares, or undefined if the workflow accepts all data. */
export function readWorkflowInputs(node: WorkflowNode): WorkflowInput[] | undefined {
  const { inputSource, workflowInputs } = node.parameters;
  if (node.version < 1.1 || inputSource === "passthrough") return undefined;
  if (inputSource === "jsonExample")
    return Object.entries(getExample(node)).map(([name, value]) => ({ name, type: getExampleType(value) }));
  const values =
    isObject(workflowInputs) && Array.isArray(workflowInputs.values) ? workflowInputs.values : [];
  return values
    .filter(isObject)
    .map(({ name, type }) => ({ name: toInputText(name), type: toInputText(type) || "string" }))
    .filter(({ name }) => name !== "");
}

/** Returns the declared inputs, with null for missing inputs. Leaves out undeclared inputs. */
function keepDeclaredFields({ json, binary }: Item, inputs: readonly WorkflowInput[]): Item {
  return {
    json: Object.fromEntries(
      inputs.map(({ name }) => [name, Object.hasOwn(json, name) ? (json[name] ?? null) : null]),
    ),
    ...(binary && { binary }),
  };
}

/** When Executed by Another Workflow: the trigger of a sub-workflow. */
export const executeWorkflowTrigger: NodeType = {
  types: ["n8n-nodes-base.executeWorkflowTrigger"],
  versions: [1, 1.1],
  trigger: true,
  execute({ node, items }) {
    const inputs = readWorkflowInputs(node);
    return [inputs ? items.map((item) => keepDeclaredFields(item, inputs)) : items];
  },
};
