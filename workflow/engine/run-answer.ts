import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../model/item.ts";
import type { WorkflowResult } from "./run-workflow.ts";

/**
 * The fields in which agents and chains return their answer. `BESIDE` also contains the fields that may accompany the
 * answer.
 */
const ANSWER_NAMES = ["output", "text", "response"];
const BESIDE = new Set([...ANSWER_NAMES, "intermediateSteps", "sessionId", "action"]);

/** Returns the answer of an agent or chain if the item contains nothing else, otherwise the item's whole JSON. */
function unwrapAnswer(json: JsonObject): JsonValue {
  const name = ANSWER_NAMES.find((answerName) => json[answerName] !== undefined);
  if (name === undefined || !Object.keys(json).every((key) => BESIDE.has(key))) return json;
  return json[name] ?? null;
}

function toAnswer(items: readonly Item[]): JsonValue {
  const [first] = items;
  if (first === undefined) return null;
  return items.length === 1 ? unwrapAnswer(first.json) : items.map(({ json }) => json);
}

/**
 * Returns the answer of a run: the output of the node that the developer named, otherwise the response of Respond to
 * Webhook, otherwise the output of the last node. Returns null if there is no output.
 * @param returnFiles returns the files of the answer's items to the caller, and the items with references to them
 */
export async function getRunAnswer(
  result: WorkflowResult,
  outputNode: string | undefined,
  returnFiles: (items: readonly Item[]) => Promise<Item[]>,
): Promise<JsonValue> {
  if (outputNode === undefined && result.response !== undefined) return result.response;
  return toAnswer(await returnFiles(getAnswerItems(result, outputNode)));
}

function getAnswerItems(result: WorkflowResult, outputNode: string | undefined): readonly Item[] {
  const name = outputNode ?? result.lastNode ?? "";
  const outputs = result.nodes.get(name) ?? [];
  const considered = result.leavingOut.has(name) ? outputs.slice(0, 1) : outputs;
  return considered.find((items) => items.length > 0) ?? [];
}
