import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { toPlainRecord } from "../plain-json.ts";
import { toJsonText } from "../text-encoding.ts";

/** The maximum length of a document. Longer documents take the parser more than a second. */
const MAX_XML_CHARS = 10_000_000;

const PARSER_FLAGS = [
  "explicitArray",
  "explicitRoot",
  "ignoreAttrs",
  "mergeAttrs",
  "normalize",
  "normalizeTags",
  "trim",
] as const;
const NAMES = ["attrkey", "charkey"] as const;

/** Returns only the known options, because other options of the library accept functions. */
function chooseOptions(
  context: NodeContext,
  index: number,
  flags: readonly string[],
  texts: readonly string[],
) {
  const nodeOptions = context.object("options", index);
  const options: Record<string, boolean | string> = {};
  for (const name of flags) if (nodeOptions[name] !== undefined) options[name] = nodeOptions[name] === true;
  for (const name of texts)
    if (typeof nodeOptions[name] === "string" && nodeOptions[name] !== "") options[name] = nodeOptions[name];
  return options;
}

async function toJson(
  context: NodeContext,
  json: JsonObject,
  field: string,
  index: number,
): Promise<JsonObject> {
  const value = Object.hasOwn(json, field) ? json[field] : undefined;
  if (value === undefined)
    throw context.failure(`Item has no JSON property called "${field}"`, {
      field: "dataPropertyName",
      itemIndex: index,
    });
  const text = toJsonText(value);
  if (text.length > MAX_XML_CHARS)
    throw context.failure(`The XML is longer than ${MAX_XML_CHARS} characters. Split it into several items`, {
      itemIndex: index,
    });
  const options = {
    mergeAttrs: true,
    explicitArray: false,
    ...chooseOptions(context, index, PARSER_FLAGS, NAMES),
  };
  const { Parser } = await import("xml2js");
  const parsed: unknown = await new Parser(options).parseStringPromise(text);
  return typeof parsed === "object" && parsed !== null ? toPlainRecord(parsed) : {};
}

async function toXml(
  context: NodeContext,
  json: JsonObject,
  field: string,
  index: number,
): Promise<JsonObject> {
  const { Builder } = await import("xml2js");
  const flags = ["allowSurrogateChars", "cdata", "headless"];
  const options = chooseOptions(context, index, flags, [...NAMES, "rootName"]);
  return { [field]: new Builder(options).buildObject(json) };
}

async function convert(context: NodeContext, item: Item, index: number): Promise<Item[]> {
  const field = context.text("dataPropertyName", index, "data");
  const isToXml = context.text("mode", index, "xmlToJson") === "jsonToxml";
  if (isToXml) return [{ json: await toXml(context, item.json, field, index) }];
  return [{ json: await toJson(context, item.json, field, index) }];
}

/** The XML node, which converts XML to JSON and back. */
export const xml: NodeType = {
  types: ["n8n-nodes-base.xml"],
  versions: [1],
  execute: async (context) => [await context.each((item, index) => convert(context, item, index))],
};
