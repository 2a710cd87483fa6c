import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { LanguageModel } from "../../../model/sub-nodes.ts";

/** The providers' parameter names for the output token limit. */
const TOKEN_NAMES = ["maxTokens", "maxOutputTokens", "maxTokensToSample", "numPredict"];
const EFFORTS = new Set(["none", "minimal", "low", "medium", "high", "xhigh"]);

const getNumber = (options: JsonObject, name: string): number | undefined => {
  const value = options[name];
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};

function getResponseFormat(options: JsonObject): JsonObject | undefined {
  const text = options.textFormat;
  const formatText = JSON.stringify([options.responseFormat, options.format, text ?? null]);
  return formatText.includes('"json_object"') || formatText.includes('"json"')
    ? { type: "json_object" }
    : undefined;
}

/** Reads a chat model node's options, which providers name differently. */
export function readModelOptions(context: NodeContext, itemIndex: number): Omit<LanguageModel, "model"> {
  const options = context.object("options", itemIndex);
  const temperature = getNumber(options, "temperature");
  const topP = getNumber(options, "topP");
  const frequencyPenalty = getNumber(options, "frequencyPenalty");
  const presencePenalty = getNumber(options, "presencePenalty");
  const tokens = TOKEN_NAMES.map((name) => getNumber(options, name)).find((count) => count !== undefined);
  const format = getResponseFormat(options);
  const effort = toText(options.reasoningEffort);
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(frequencyPenalty !== undefined && { frequencyPenalty }),
    ...(presencePenalty !== undefined && { presencePenalty }),
    // The value -1 means no limit.
    ...(tokens !== undefined && tokens > 0 && { maxTokens: Math.trunc(tokens) }),
    ...(EFFORTS.has(effort) && { reasoningEffort: effort }),
    ...(format && { responseFormat: format }),
  };
}
