import type { JsonValue } from "@stoa/runtime/protocol";
import { ensureHeapRoom } from "../../memory/heap-room.ts";
import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { HttpResponse } from "../../model/services.ts";
import { charsetOf, decodeText } from "../files/text-encoding.ts";
import { answeredFile } from "./answered-file.ts";
import { jsonItem } from "./json-item.ts";
import { fullAnswer } from "./modern-answers.ts";
import type { PlannedRequest } from "./planned-request.ts";

const NOT_JSON = 'Response body is not valid JSON. Change "Response Format" to "String"';

/** The items that an answer gives, in versions 1 and 2: a list stays one item unless it is to be split. */
export function legacyItems(
  context: NodeContext,
  planned: PlannedRequest,
  answer: HttpResponse,
  from: { item: Item; index: number },
): Item[] {
  const { index, item } = from;
  const { fullResponse, format, outputField } = planned.answer;
  const pairedItem = { item: index };
  if (format === "file") {
    const json = fullResponse ? fullAnswer(answer, {}) : item.json;
    return [
      { json, binary: { ...item.binary, [outputField]: answeredFile(planned.url, answer) }, pairedItem },
    ];
  }
  const text = decodeText(answer.body, charsetOf(answer.headers["content-type"]));
  if (format === "text")
    return [
      {
        json: fullResponse ? fullAnswer(answer, { [outputField]: text }) : { [outputField]: text },
        pairedItem,
      },
    ];
  let body: JsonValue;
  try {
    body = JSON.parse(text) as JsonValue;
  } catch (error) {
    throw context.failure(NOT_JSON, { itemIndex: index }, { cause: error });
  }
  ensureHeapRoom();
  if (fullResponse) return [{ json: fullAnswer(answer, { body }), pairedItem }];
  const splits = context.flag("options.splitIntoItems", index) && Array.isArray(body);
  return (splits ? (body as JsonValue[]) : [body]).map((value) => ({ json: jsonItem(value), pairedItem }));
}
