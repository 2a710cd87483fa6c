import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { parseFieldNames } from "../../core/fields/field-path.ts";
import { getLocatorId, readResourceLocator } from "../resource-locator.ts";

/** A query for the connector: `$1` in its text is the first of its values. */
export interface Query {
  text: string;
  values: JsonValue[];
}

/** Builds the query of an operation for an item. @throws NodeError if a parameter is missing */
export type BuildQuery = (context: NodeContext, itemIndex: number) => Query;

/** Since this version, columns are mapped with a resource mapper. */
const MAPPED_SINCE = 2.2;

const quoteName = (name: string): string => `"${name.replace(/"/g, '""')}"`;
const joinNames = (names: readonly string[]): string => names.map(quoteName).join(", ");

function getTable(context: NodeContext, itemIndex: number): string {
  const schema = readResourceLocator(context, "schema", itemIndex).value || "public";
  return `${quoteName(schema)}.${quoteName(getLocatorId(context, "table", itemIndex))}`;
}

function getOutputColumns(context: NodeContext, itemIndex: number): string {
  const names = parseFieldNames(context.parameter("options.outputColumns", itemIndex));
  return names.length === 0 || names.includes("*") ? "*" : joinNames(names);
}

/** Lists of objects belong into JSON columns; other lists are arrays of the database. */
const toValue = (value: JsonValue): JsonValue =>
  Array.isArray(value) && value.some((entry) => typeof entry === "object") ? JSON.stringify(value) : value;

/** Reads the columns that an item sets, and the columns that identify its row. */
function readRow(context: NodeContext, itemIndex: number): { row: JsonObject; keys: string[] } {
  const isMapped = context.node.version >= MAPPED_SINCE;
  const mode = isMapped
    ? context.text("columns.mappingMode", itemIndex, "defineBelow")
    : context.text("dataMode", itemIndex, "autoMapInputData");
  const item = context.items[itemIndex]?.json ?? {};
  const match = context.text("columnToMatchOn", itemIndex);
  const keys = isMapped ? parseFieldNames(context.parameter("columns.matchingColumns", itemIndex)) : [match];
  if (mode === "autoMapInputData") return { row: item, keys };
  if (isMapped) return { row: context.object("columns.value", itemIndex), keys };
  const defined = context.list("valuesToSend.values", itemIndex).filter(isObject);
  const row = Object.fromEntries(defined.map(({ column, value }) => [toText(column), value ?? null]));
  const identity = match === "" ? {} : { [match]: context.parameter("valueToMatchOn", itemIndex) ?? null };
  return { row: { ...identity, ...row }, keys };
}

function readChange(context: NodeContext, itemIndex: number) {
  const { row, keys } = readRow(context, itemIndex);
  const isEmptyNull = context.flag("options.replaceEmptyStrings", itemIndex);
  const entries = Object.entries(row).map(
    ([name, value]) => [name, isEmptyNull && value === "" ? null : toValue(value)] as const,
  );
  if (entries.length === 0)
    throw context.failure("Add values to the row. It has no columns", { field: "columns", itemIndex });
  return { entries, keys: keys.filter((name) => name !== "") };
}

const requireKeys = (context: NodeContext, itemIndex: number, keys: readonly string[]) => {
  if (keys.length === 0)
    throw context.failure("Select the column that identifies the row", { field: "columns", itemIndex });
};

const buildInsert = (context: NodeContext, itemIndex: number, conflict: string): Query => {
  const { entries } = readChange(context, itemIndex);
  const places = entries.map((_, index) => `$${index + 1}`).join(", ");
  const names = joinNames(entries.map(([name]) => name));
  return {
    text: `INSERT INTO ${getTable(context, itemIndex)} (${names}) VALUES (${places})${conflict} RETURNING ${getOutputColumns(context, itemIndex)}`,
    values: entries.map(([, value]) => value),
  };
};

export const insertRow: BuildQuery = (context, itemIndex) =>
  buildInsert(
    context,
    itemIndex,
    context.flag("options.skipOnConflict", itemIndex) ? " ON CONFLICT DO NOTHING" : "",
  );

export const upsertRow: BuildQuery = (context, itemIndex) => {
  const { entries, keys } = readChange(context, itemIndex);
  requireKeys(context, itemIndex, keys);
  const changed = entries.map(([name]) => name).filter((name) => !keys.includes(name));
  const set = (changed.length === 0 ? keys : changed).map(
    (name) => `${quoteName(name)} = EXCLUDED.${quoteName(name)}`,
  );
  return buildInsert(context, itemIndex, ` ON CONFLICT (${joinNames(keys)}) DO UPDATE SET ${set.join(", ")}`);
};

export const updateRow: BuildQuery = (context, itemIndex) => {
  const { entries, keys } = readChange(context, itemIndex);
  requireKeys(context, itemIndex, keys);
  const place = (name: string) => `${quoteName(name)} = $${entries.findIndex(([each]) => each === name) + 1}`;
  const missing = keys.find((key) => !entries.some(([name]) => name === key));
  if (missing !== undefined)
    throw context.failure(`The column '${missing}' identifies the row, but has no value`, { itemIndex });
  const changed = entries.map(([name]) => name).filter((name) => !keys.includes(name));
  if (changed.length === 0)
    throw context.failure("Add values to update to the node", { field: "columns", itemIndex });
  return {
    text: `UPDATE ${getTable(context, itemIndex)} SET ${changed.map(place).join(", ")} WHERE ${keys.map(place).join(" AND ")} RETURNING ${getOutputColumns(context, itemIndex)}`,
    values: entries.map(([, value]) => value),
  };
};

const CONDITIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["!=", "LIKE", "ILIKE", ">", "<", ">=", "<="].map((name) => [name, name])),
  equal: "=",
};
const NULL_CONDITIONS = ["IS NULL", "IS NOT NULL"];

function buildWhere(context: NodeContext, itemIndex: number): Query {
  const values: JsonValue[] = [];
  const parts = context
    .list("where.values", itemIndex)
    .filter(isObject)
    .map(({ column, condition = "equal", value = null }) => {
      const name = toText(condition);
      if (NULL_CONDITIONS.includes(name)) return `${quoteName(toText(column))} ${name}`;
      const operator = Object.hasOwn(CONDITIONS, name) ? CONDITIONS[name] : undefined;
      if (operator === undefined)
        throw context.failure(`The condition '${name.slice(0, 40)}' is not supported`, {
          field: "where",
          itemIndex,
        });
      values.push(value);
      return `${quoteName(toText(column))} ${operator} $${values.length}`;
    });
  const joint = context.text("combineConditions", itemIndex, "AND") === "OR" ? " OR " : " AND ";
  return { text: parts.length === 0 ? "" : ` WHERE ${parts.join(joint)}`, values };
}

export const selectRows: BuildQuery = (context, itemIndex) => {
  const where = buildWhere(context, itemIndex);
  const sorted = context.list("sort.values", itemIndex).filter(isObject);
  const order = sorted.map(
    ({ column, direction }) => `${quoteName(toText(column))} ${direction === "DESC" ? "DESC" : "ASC"}`,
  );
  const limit = context.flag("returnAll", itemIndex)
    ? ""
    : ` LIMIT ${Math.max(0, Math.floor(context.number("limit", itemIndex, 50)))}`;
  return {
    text: `SELECT ${getOutputColumns(context, itemIndex)} FROM ${getTable(context, itemIndex)}${where.text}${order.length === 0 ? "" : ` ORDER BY ${order.join(", ")}`}${limit}`,
    values: where.values,
  };
};

export const deleteTable: BuildQuery = (context, itemIndex) => {
  const table = getTable(context, itemIndex);
  const cascade = context.flag("options.cascade", itemIndex) ? " CASCADE" : "";
  switch (context.text("deleteCommand", itemIndex, "truncate")) {
    case "drop":
      return { text: `DROP TABLE IF EXISTS ${table}${cascade}`, values: [] };
    case "delete": {
      const { text, values } = buildWhere(context, itemIndex);
      return { text: `DELETE FROM ${table}${text}`, values };
    }
    default: {
      const restart = context.flag("restartSequences", itemIndex) ? " RESTART IDENTITY" : "";
      return { text: `TRUNCATE TABLE ${table}${restart}${cascade}`, values: [] };
    }
  }
};

/** The query of the file, with its parameters: a list, or text that commas separate. */
export const executeQuery: BuildQuery = (context, itemIndex) => {
  const text = context.text("query", itemIndex);
  if (text.trim() === "") throw context.failure("The query is empty", { field: "query", itemIndex });
  const given = context.parameter("options.queryReplacement", itemIndex) ?? "";
  if (Array.isArray(given)) return { text, values: given.map(toValue) };
  if (given === "") return { text, values: [] };
  return {
    text,
    values: typeof given === "string" ? given.split(",").map((part) => part.trim()) : [toValue(given)],
  };
};
