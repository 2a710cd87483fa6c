import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";

interface Condition {
  column: string;
  test: string;
  value: JsonValue;
}

const toCellText = (value: JsonValue) =>
  value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);

/** Compares numbers by value and everything else as strings, because dates are ISO strings. */
function order(left: JsonValue, right: JsonValue): number {
  const [a, b] = [Number(left), Number(right)];
  const areNumbers = left !== "" && right !== "" && left !== null && !Number.isNaN(a) && !Number.isNaN(b);
  if (areNumbers) return a - b;
  return toCellText(left) < toCellText(right) ? -1 : toCellText(left) > toCellText(right) ? 1 : 0;
}

/**
 * Returns whether a string matches a pattern of SQL's LIKE, in which `%` matches any characters. The parts of the
 * pattern are matched one after the other, so that no pattern is slow.
 */
function isLike(text: string, pattern: string): boolean {
  const [first = "", ...others] = pattern.split("%");
  if (others.length === 0) return text === first;
  if (!text.startsWith(first)) return false;
  const last = others.pop() ?? "";
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

const TESTS: Readonly<Record<string, (value: JsonValue, expected: JsonValue) => boolean>> = {
  eq: (value, expected) => value !== null && toCellText(value) === toCellText(expected),
  neq: (value, expected) => toCellText(value) !== toCellText(expected),
  like: (value, expected) => isLike(toCellText(value), toCellText(expected)),
  ilike: (value, expected) => isLike(toCellText(value).toLowerCase(), toCellText(expected).toLowerCase()),
  gt: (value, expected) => value !== null && order(value, expected) > 0,
  gte: (value, expected) => value !== null && order(value, expected) >= 0,
  lt: (value, expected) => value !== null && order(value, expected) < 0,
  lte: (value, expected) => value !== null && order(value, expected) <= 0,
  isEmpty: (value) => value === null,
  isNotEmpty: (value) => value !== null,
  isTrue: (value) => value === true,
  isFalse: (value) => value === false,
};

function getConditions(context: NodeContext, index: number): Condition[] {
  return context.list("filters.conditions", index).map((entry, at) => {
    const condition = (entry ?? {}) as JsonObject;
    const test = toCellText(condition.condition ?? "eq");
    const field = `filters.conditions[${at}]`;
    if (!Object.hasOwn(TESTS, test))
      throw context.failure(
        `Unknown condition '${test.slice(0, 40)}'. Use ${Object.keys(TESTS).join(", ")}`,
        {
          field: `${field}.condition`,
          itemIndex: index,
        },
      );
    return { column: toCellText(condition.keyName ?? ""), test, value: condition.keyValue ?? null };
  });
}

/** Returns the rows that match an item's conditions, or all rows if there are no conditions. */
export function findMatchingRows(context: NodeContext, table: DataTable, index: number): JsonObject[] {
  const conditions = getConditions(context, index);
  if (conditions.length === 0) return [...table.rows];
  const needsAll = context.text("matchType", index, "anyCondition") === "allConditions";
  return table.rows.filter((row) => {
    const passes = ({ column, test, value }: Condition) =>
      TESTS[test]?.(Object.hasOwn(row, column) ? (row[column] ?? null) : null, value) === true;
    return needsAll ? conditions.every(passes) : conditions.some(passes);
  });
}

/** Returns the number of an item's conditions. Updating and deleting rows require at least one condition. */
export function countConditions(context: NodeContext, index: number): number {
  return context.list("filters.conditions", index).length;
}

/** An agent's table in the form in which it is stored. */
export interface DataTable {
  name: string;
  columns: { name: string; type: string }[];
  rows: JsonObject[];
  nextId: number;
}

/**
 * The maximum number of rows, because tables are read and written as a whole. Storage also limits their size in bytes.
 */
const MAX_ROWS = 10_000;

/** Columns that every table has. */
export const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(["id", "createdAt", "updatedAt"]);

/** Returns the name or ID of the table that a node chooses. */
export function getTableKey(context: NodeContext, index: number): string {
  const expected = context.parameter("dataTableId", index);
  const tableName = isObject(expected) ? expected.value : expected;
  const key = typeof tableName === "number" ? String(tableName) : tableName;
  if (typeof key === "string" && key !== "") return key;
  throw context.failure("No data table is selected", { field: "dataTableId", itemIndex: index });
}

/** Loads a table. A table that no run has written to is empty, because exports do not contain rows. */
export async function loadTable(context: NodeContext, key: string): Promise<DataTable> {
  const stored = await context.services.storage.read("table", key);
  if (!isObject(stored)) return { name: key, columns: [], rows: [], nextId: 1 };
  return structuredClone(stored) as unknown as DataTable;
}

export async function saveTable(context: NodeContext, key: string, table: DataTable): Promise<void> {
  if (table.rows.length > MAX_ROWS)
    throw context.failure(`A data table can have at most ${MAX_ROWS} rows. Delete rows first`);
  await context.services.storage.write("table", key, table as unknown as JsonValue);
}

const getColumnType = (value: JsonValue) =>
  typeof value === "number" || typeof value === "boolean" ? typeof value : "string";

/** Adds the columns of a new row that the table does not have yet. */
function addColumns(table: DataTable, row: JsonObject): void {
  for (const [name, value] of Object.entries(row)) {
    if (SYSTEM_COLUMNS.has(name) || table.columns.some((column) => column.name === name)) continue;
    table.columns.push({ name, type: getColumnType(value) });
  }
}

/** Returns a row with every column of its table. Missing values are null. */
export function toRow({ columns }: DataTable, row: JsonObject): JsonObject {
  const own = Object.fromEntries(
    columns.map(({ name }) => [name, Object.hasOwn(row, name) ? (row[name] ?? null) : null]),
  );
  return { id: row.id ?? null, ...own, createdAt: row.createdAt ?? null, updatedAt: row.updatedAt ?? null };
}

export function insertRow(table: DataTable, values: JsonObject): JsonObject {
  const now = new Date().toISOString();
  addColumns(table, values);
  const row: JsonObject = { ...values, id: table.nextId, createdAt: now, updatedAt: now };
  table.nextId += 1;
  table.rows.push(row);
  return row;
}

export function updateRows(
  table: DataTable,
  matching: readonly JsonObject[],
  values: JsonObject,
): JsonObject[] {
  const now = new Date().toISOString();
  addColumns(table, values);
  for (const row of matching) {
    for (const [name, value] of Object.entries(values)) if (!SYSTEM_COLUMNS.has(name)) row[name] = value;
    row.updatedAt = now;
  }
  return [...matching];
}
