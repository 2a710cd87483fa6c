import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { getField, getTextOr, parseFieldNames, withField, withoutField } from "../fields/field-path.ts";
import { parseObject, readAssignments } from "./assigned-fields.ts";
import { getRawParameter } from "./raw-parameter.ts";

const DEFAULTS = { boolean: false, number: 0, string: "" } as const;
type ValueType = keyof typeof DEFAULTS;

/**
 * Sets fields in the format of versions 1 and 2, which list them by type. Booleans are converted, and numeric text
 * becomes a number in version 2. All other values keep their type.
 */
function setTypedValues(context: NodeContext, item: Item, itemIndex: number): Item {
  const dots = context.flag("options.dotNotation", itemIndex, true);
  const isAlone = context.flag("keepOnlySet", itemIndex);
  let json: JsonObject = isAlone ? {} : item.json;
  for (const type of ["boolean", "number", "string"] as const)
    for (const [index, entry] of context.list(`values.${type}`, itemIndex).entries()) {
      const { name, value } = entry as JsonObject;
      const raw = context.raw(`values.${type}[${index}].value`);
      const isDefault = raw === undefined || (raw === null && type === "string");
      const set = convertType(isDefault ? DEFAULTS[type] : value, type, context.node.version);
      const field = getTextOr("propertyName", name);
      const changed = withField(json, field, set ?? null, dots);
      // A field without a value is removed, but the objects and lists around it exist.
      json = set === undefined ? withoutField(changed, field, dots) : changed;
    }
  return { json, ...(!isAlone && item.binary && { binary: item.binary }), pairedItem: { item: itemIndex } };
}

function convertType(value: JsonValue | undefined, type: ValueType, version: number): JsonValue | undefined {
  if (type === "boolean") return Boolean(value);
  if (type !== "number" || version < 2 || typeof value !== "string") return value;
  const number = Number(value);
  return Number.isNaN(number) ? value : number;
}

/** Edit Fields (Set): sets fields of items. */
export const SET_NODE: NodeType = {
  types: ["n8n-nodes-base.set"],
  versions: [1, 2, 3, 3.1, 3.2, 3.3, 3.4],
  execute: async (context) => [
    context.node.version < 3
      ? await context.each((item, index) => [setTypedValues(context, item, index)], {
          afterError: "failNode",
        })
      : await context.each((item, index) => editFields(context, item, index)),
  ],
};

/** The default of raw mode in n8n's editor. */
const FIRST_JSON = '{\n  "my_field_1": "value",\n  "my_field_2": 1\n}\n';

/**
 * The maximum number of copies. Copies are for testing a workflow, and a parameter must not create millions of items.
 */
const MOST_COPIES = 10_000;

function editFields(context: NodeContext, item: Item, index: number): Item[] {
  const include = getIncludeMode(context, index);
  const dots = context.flag("options.dotNotation", index, true);
  let json = selectFields(context, item.json, index, include, dots);
  for (const [name, value] of getNewFields(context, index)) json = withField(json, name, value, dots);
  const edited: Item = { json, pairedItem: { item: index } };
  if (item.binary && keepsFiles(context, index, include)) edited.binary = item.binary;
  return Array.from({ length: countCopies(context, index) }, () => edited);
}

function getNewFields(context: NodeContext, itemIndex: number): Iterable<[string, JsonObject[string]]> {
  if (context.text("mode", itemIndex, "manual") !== "raw") return readAssignments(context, itemIndex);
  const json = getRawParameter(context, "jsonOutput", itemIndex) ?? FIRST_JSON;
  return Object.entries(parseObject(context, json, "'JSON Output'", { field: "jsonOutput", itemIndex }));
}

function getIncludeMode(context: NodeContext, itemIndex: number): string {
  if (context.node.version < 3.3) return context.text("include", itemIndex, "all");
  return context.flag("includeOtherFields", itemIndex) ? context.text("include", itemIndex, "all") : "none";
}

/** Returns the part of a path by which n8n names a selected field: `zip` for `address.zip`. */
const getLastPart = (path: string) => path.slice(path.lastIndexOf(".") + 1);

function selectFields(
  context: NodeContext,
  json: JsonObject,
  index: number,
  include: string,
  dots: boolean,
): JsonObject {
  if (include === "all") return json;
  if (include === "except")
    return parseFieldNames(context.parameter("excludeFields", index)).reduce(
      (kept, name) => withoutField(kept, name, dots),
      json,
    );
  if (include !== "selected") return {};
  return parseFieldNames(context.parameter("includeFields", index)).reduce<JsonObject>((kept, name) => {
    const value = getField(json, name, dots);
    return value === undefined ? kept : withField(kept, dots ? getLastPart(name) : name, value, false);
  }, {});
}

/**
 * Returns whether binary data is kept. Before version 3.4 it is dropped unless an option includes it. From version 3.4
 * on it is kept if other fields are kept.
 */
function keepsFiles(context: NodeContext, itemIndex: number, include: string): boolean {
  if (context.node.version < 3.4) return context.flag("options.includeBinary", itemIndex);
  return !context.flag("options.stripBinary", itemIndex, include === "none");
}

function countCopies(context: NodeContext, itemIndex: number): number {
  if (context.execution.mode !== "test" || !context.flag("duplicateItem", itemIndex)) return 1;
  const more = context.number("duplicateCount", itemIndex, 0);
  if (more >= 0 && more * context.items.length <= MOST_COPIES) return 1 + Math.floor(more);
  throw context.failure(`Duplicating items can produce at most ${MOST_COPIES} items in total`, {
    field: "duplicateCount",
    itemIndex,
  });
}
