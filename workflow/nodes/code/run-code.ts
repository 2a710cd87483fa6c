import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { CodeAnswer } from "../../model/services.ts";
import { codeScope } from "./code-scope.ts";

export interface CodeWish {
  source: string;
  language?: "javascript" | "python";
  mode?: "all" | "each";
  variables?: { readonly [name: string]: JsonValue };
  /** The node's own where nothing is said. */
  items?: readonly Item[];
  itemIndex?: number;
}

/** Puts what code made of static data where the engine keeps it. */
function keepStaticData(kept: JsonObject, made: JsonObject): void {
  for (const key of Object.keys(kept)) if (!Object.hasOwn(made, key)) delete kept[key];
  for (const [key, value] of Object.entries(made))
    Object.defineProperty(kept, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Runs a node's code; what it logs goes to the trace. */
export async function runCode(context: NodeContext, wish: CodeWish): Promise<CodeAnswer> {
  const { source, language = "javascript", mode = "all", variables = {}, items, itemIndex = 0 } = wish;
  const answer = await context.services.code[language]({
    source,
    variables,
    scope: codeScope(context, items, itemIndex),
    mode,
    continueOnFail: context.node.onError !== "stopWorkflow",
    signal: context.signal,
  });
  for (const { level, message } of answer.logs) context.log(level, message);
  if (source.includes("StaticData"))
    for (const kind of ["global", "node"] as const)
      keepStaticData(context.staticData(kind), answer.staticData[kind]);
  return answer;
}
