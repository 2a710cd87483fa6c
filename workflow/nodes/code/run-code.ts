import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { CodeAnswer, CodeScope } from "../../model/services.ts";

/** Returns the data of the workflow that a node's code can read. `at` is the index of the current item. */
function createCodeScope(context: NodeContext, items: readonly Item[] = context.items, at = 0): CodeScope {
  const { workflow, execution } = context;
  const prevNode = context.evaluate(
    "={{ ({ name: $prevNode?.name, outputIndex: $prevNode?.outputIndex, runIndex: $prevNode?.runIndex }) }}",
    at,
  );
  return {
    items,
    itemIndex: at,
    runIndex: context.runIndex,
    nodeItems: (name, output, run) => context.otherNode(name)?.items(output, run),
    pairedItem: (name, index) => context.otherNode(name)?.pairedItem(index),
    nodeParameters: (name) => workflow.nodes.get(name)?.parameters,
    nodeState(name) {
      const other = context.otherNode(name);
      return other && { executed: other.executed, runIndex: other.runIndex, context: other.context };
    },
    info: {
      node: context.node.name,
      timezone: workflow.timezone,
      workflow: { id: workflow.id, name: workflow.name, active: false },
      execution: { id: execution.id, mode: execution.mode, resumeUrl: "" },
      vars: {},
      prevNode: prevNode as JsonValue,
    },
    staticData: { global: context.staticData("global"), node: context.staticData("node") },
  };
}

export interface CodeOptions {
  source: string;
  language?: "javascript" | "python";
  mode?: "all" | "each";
  variables?: { readonly [name: string]: JsonValue };
  /** The items that the code receives; by default the node's own. */
  items?: readonly Item[];
  itemIndex?: number;
}

/** Copies the code's changes to the static data into the engine's static data. */
function copyStaticData(staticData: JsonObject, changedData: JsonObject): void {
  for (const key of Object.keys(staticData)) if (!Object.hasOwn(changedData, key)) delete staticData[key];
  for (const [key, value] of Object.entries(changedData))
    Object.defineProperty(staticData, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Runs a node's code and writes its logs to the trace. */
export async function runCode(context: NodeContext, options: CodeOptions): Promise<CodeAnswer> {
  const { source, language = "javascript", mode = "all", variables = {}, items, itemIndex = 0 } = options;
  const answer = await context.services.code[language]({
    source,
    variables,
    scope: createCodeScope(context, items, itemIndex),
    mode,
    continueOnFail: context.node.onError !== "stopWorkflow",
    signal: context.signal,
  });
  for (const { level, message } of answer.logs) context.log(level, message);
  if (source.includes("StaticData"))
    for (const kind of ["global", "node"] as const)
      copyStaticData(context.staticData(kind), answer.staticData[kind]);
  return answer;
}
