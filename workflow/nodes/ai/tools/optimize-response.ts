import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { HttpResponse } from "../../../model/services.ts";
import { getField } from "../../core/fields/field-path.ts";
import { decodeText, getCharset } from "../../files/text-encoding.ts";
import { splitNames } from "../ai-node-type.ts";

/** The maximum number of characters of a response that a model reads. */
const MAX_CHARS = 100_000;
const STANDARD_LENGTH = 1_000;

function selectFields(value: JsonValue, keep: (name: string) => boolean): JsonValue {
  if (Array.isArray(value)) return value.map((entry) => selectFields(entry, keep));
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => keep(name))) : value;
}

/** Returns the part of a JSON response that the node selects, with the selected fields. */
function extractJsonPart(context: NodeContext, itemIndex: number, text: string): string {
  const value = JSON.parse(text) as JsonValue;
  const path = context.text("dataField", itemIndex);
  const part = path !== "" && isObject(value) ? (getField(value, path) ?? null) : value;
  const names = new Set(splitNames(context.text("fields", itemIndex)));
  const which = context.text("fieldsToInclude", itemIndex, "all");
  if (which === "all") return JSON.stringify(part);
  return JSON.stringify(selectFields(part, (name) => names.has(name) === (which === "selected")));
}

/** Returns the response for the model, reduced as the "Optimize Response" parameters request. */
export async function optimizeResponse(
  context: NodeContext,
  itemIndex: number,
  { headers, body }: HttpResponse,
): Promise<string> {
  const text = decodeText(body, getCharset(headers["content-type"]));
  if (!context.flag("optimizeResponse", itemIndex)) return text.slice(0, MAX_CHARS);
  const type = context.text("responseType", itemIndex, "json");
  if (type === "json") return extractJsonPart(context, itemIndex, text).slice(0, MAX_CHARS);
  const part =
    type === "html" ? (await import("./html-part.ts")).extractHtmlPart(context, itemIndex, text) : text;
  if (!context.flag("truncateResponse", itemIndex)) return part.slice(0, MAX_CHARS);
  return part.slice(0, Math.min(MAX_CHARS, context.number("maxLength", itemIndex, STANDARD_LENGTH)));
}
