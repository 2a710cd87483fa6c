import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { LanguageModel } from "../../../model/sub-nodes.ts";

/** The providers' parameter names for the output token limit. */
const TOKEN_NAMES = ["maxTokens", "maxOutputTokens", "maxTokensToSample", "numPredict"];
const EFFORTS = new Set(["none", "minimal", "low", "medium", "high", "xhigh"]);

const numberOf = (options: JsonObject, name: string): number | undefined => {
  const value = options[name];
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};

function responseFormat(options: JsonObject): JsonObject | undefined {
  const text = options.textFormat;
  const said = JSON.stringify([options.responseFormat, options.format, text ?? null]);
  return said.includes('"json_object"') || said.includes('"json"') ? { type: "json_object" } : undefined;
}

/** Reads a chat model node's options in any provider's naming. */
export function readModelOptions(context: NodeContext, itemIndex: number): Omit<LanguageModel, "model"> {
  const options = context.object("options", itemIndex);
  const temperature = numberOf(options, "temperature");
  const topP = numberOf(options, "topP");
  const frequencyPenalty = numberOf(options, "frequencyPenalty");
  const presencePenalty = numberOf(options, "presencePenalty");
  const tokens = TOKEN_NAMES.map((name) => numberOf(options, name)).find((count) => count !== undefined);
  const format = responseFormat(options);
  const effort = toText(options.reasoningEffort);
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(frequencyPenalty !== undefined && { frequencyPenalty }),
    ...(presencePenalty !== undefined && { presencePenalty }),
    // -1 means no limit.
    ...(tokens !== undefined && tokens > 0 && { maxTokens: Math.trunc(tokens) }),
    ...(EFFORTS.has(effort) && { reasoningEffort: effort }),
    ...(format && { responseFormat: format }),
  };
}
