import type { JsonValue } from "@stoa/runtime/protocol";
import type { BinaryFile, Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import { getField, getTextOr, parseFieldNames, setOwn, withField } from "./fields/field-path.ts";

import { toEqualityKey } from "./merge/match-fields.ts";

/** Combines all items into one item. */
export const AGGREGATE_NODE: NodeType = {
  types: ["n8n-nodes-base.aggregate"],
  versions: [1],
  execute: (context) => [[aggregateItems(context, (field) => parseFieldNames(context.parameter(field, 0)))]],
};

/**
 * Returns a single item that contains lists of the input items' values.
 * @param names reads a list of fields in the format of the node's version
 */
export function aggregateItems(context: NodeContext, names: (field: string) => string[]): Item {
  const isAll = context.text("aggregate", 0, "aggregateIndividualFields") === "aggregateAllItemData";
  const binary = context.flag("options.includeBinaries", 0) ? collectFiles(context) : undefined;
  return {
    json: isAll ? aggregateWholeItems(context, names) : aggregateFields(context),
    ...(binary && Object.keys(binary).length > 0 && { binary }),
    pairedItem: (isAll ? selectItems(context, names) : context.items.map((_, index) => ({ index }))).map(
      ({ index }) => ({ item: index }),
    ),
  };
}

/** Returns the chosen fields of each item. Items without any of them are left out. */
function selectItems(
  context: NodeContext,
  names: (field: string) => string[],
): { index: number; json: JsonObject }[] {
  const include = context.text("include", 0, "allFields");
  const taken = new Set(include === "specifiedFields" ? names("fieldsToInclude") : []);
  const left = new Set(include === "allFieldsExcept" ? names("fieldsToExclude") : []);
  const isTaken = (key: string) => (include === "specifiedFields" ? taken.has(key) : !left.has(key));
  if (include === "allFields") return context.items.map(({ json }, index) => ({ index, json }));
  return context.items
    .map(({ json }, index) => ({
      index,
      json: Object.fromEntries(Object.entries(json).filter(([key]) => isTaken(key))),
    }))
    .filter(({ json }) => Object.keys(json).length > 0);
}

function aggregateWholeItems(context: NodeContext, names: (field: string) => string[]): JsonObject {
  const json: JsonObject = {};
  const items = selectItems(context, names).map((each) => each.json);
  setOwn(json, context.text("destinationFieldName", 0, "data"), items);
  return json;
}

function aggregateFields(context: NodeContext): JsonObject {
  const place = "fieldsToAggregate.fieldToAggregate";
  const dots = !context.flag("options.disableDotNotation", 0);
  const entries = context.list(place, 0) as JsonObject[];
  if (entries.length === 0) throw context.failure("No fields specified", { field: place });
  const used = new Set<string>();
  let json: JsonObject = {};
  for (const [index, entry] of entries.entries()) {
    const name = getTextOr("", entry.fieldToAggregate);
    const field = `${place}[${index}].fieldToAggregate`;
    const output = getOutputName(entry, name, dots);
    if (used.has(output))
      throw context.failure(`The '${output}' output field is used more than once`, { field });
    used.add(output);
    json = withField(json, output, collectValues(context, name, dots), dots);
  }
  return json;
}

/** Returns the name of the output field: `b` for `a.b`, unless the author names it. */
function getOutputName(entry: JsonObject, name: string, dots: boolean): string {
  const newName = entry.renameField === true ? getTextOr("", entry.outputFieldName) : "";
  if (newName !== "") return newName;
  return dots ? (name.split(".").at(-1) ?? name) : name;
}

function collectValues(context: NodeContext, name: string, dots: boolean): JsonValue[] {
  const keepsMissing = context.flag("options.keepMissing", 0);
  const mergesLists = context.flag("options.mergeLists", 0);
  const values: JsonValue[] = [];
  for (const { json } of context.items) {
    const value = getField(json, name, dots) ?? null;
    if (Array.isArray(value) && mergesLists) {
      for (const entry of value) if (keepsMissing || entry !== null) values.push(entry);
    } else if (keepsMissing || value !== null) values.push(value);
  }
  return values;
}

function collectFiles(context: NodeContext): Record<string, BinaryFile> {
  const isUnique = context.flag("options.keepOnlyUnique", 0);
  const files: Record<string, BinaryFile> = {};
  const seen = new Set<string>();
  for (const { binary = {} } of context.items)
    for (const [name, file] of Object.entries(binary)) {
      const kind = toEqualityKey([
        file.fileName ?? null,
        file.mimeType,
        file.fileExtension ?? null,
        file.bytes.byteLength,
      ]);
      if (isUnique && seen.has(kind)) continue;
      seen.add(kind);
      files[findFreeName(files, name)] = file;
    }
  return files;
}

/** Returns a name that no file has yet: `name` itself, or `name_1`, `name_2` and so on. */
function findFreeName(files: Record<string, BinaryFile>, name: string): string {
  let free = name;
  for (let number = 1; Object.hasOwn(files, free); number++) free = `${name}_${number}`;
  return free;
}
