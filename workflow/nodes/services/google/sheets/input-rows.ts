import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../../model/item.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { setOwn } from "../../../core/fields/field-path.ts";

/** A row to write. */
export interface InputRow {
  itemIndex: number;
  /** The values, keyed by column. */
  values: JsonObject;
  /** The node's output item for the row. */
  shown: Item;
}

/** The parameter names before version 4, when each operation had different names. */
interface FieldNames {
  list: string;
  column: string;
  value: string;
}

const OF_APPEND: FieldNames = { list: "fieldsUi.fieldValues", column: "fieldId", value: "fieldValue" };
const OF_UPDATE: FieldNames = { list: "fieldsUi.values", column: "column", value: "fieldValue" };

/** Returns the mapping mode of the columns. */
export function getMappingMode(context: NodeContext): "auto" | "below" | "nothing" {
  const { version } = context.node;
  const mode = context.text(version < 4 ? "dataMode" : "columns.mappingMode", 0, "defineBelow");
  if (mode === "nothing") return "nothing";
  return mode === "autoMapInputData" || mode === "autoMap" ? "auto" : "below";
}

/** Returns the columns by which rows are matched. */
export function readMatchingColumns(context: NodeContext): string[] {
  const named =
    context.node.version < 4
      ? [context.parameter("columnToMatchOn", 0)]
      : context.list("columns.matchingColumns", 0);
  return named.filter((name) => typeof name === "string" && name !== "") as string[];
}

function getMappedFields(context: NodeContext, itemIndex: number, names: FieldNames): JsonObject {
  const values: JsonObject = {};
  for (const field of context.list(names.list, itemIndex).filter(isObject)) {
    const chosen = field[names.column];
    const column = chosen === "newColumn" ? field.columnName : chosen;
    if (typeof column === "string" && column !== "") setOwn(values, column, field[names.value] ?? "");
  }
  return values;
}

function getDefinedFields(context: NodeContext, itemIndex: number, matching: readonly string[]): JsonObject {
  if (context.node.version >= 4) return context.object("columns.value", itemIndex);
  if (context.text("operation", itemIndex) === "append")
    return getMappedFields(context, itemIndex, OF_APPEND);
  const values = getMappedFields(context, itemIndex, OF_UPDATE);
  const [column] = matching;
  if (column !== undefined) setOwn(values, column, context.parameter("valueToMatchOn", itemIndex) ?? "");
  return values;
}

/** Returns the rows of all items. */
export function readInputRows(context: NodeContext, matching: readonly string[]): InputRow[] {
  const isAuto = getMappingMode(context) === "auto";
  const showsItem = isAuto || context.node.version < 4;
  return context.items.map((item, itemIndex) => {
    const values = isAuto ? item.json : getDefinedFields(context, itemIndex, matching);
    return {
      itemIndex,
      values,
      shown: { ...(showsItem ? item : { json: values }), pairedItem: { item: itemIndex } },
    };
  });
}

/** Converts a value for a cell. Lists and objects become JSON, and null becomes "". */
export function toCell(value: JsonValue | undefined): JsonValue {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : value;
}
