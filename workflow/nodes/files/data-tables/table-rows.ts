import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";

/** A table of an agent's, as storage keeps it. */
export interface DataTable {
  name: string;
  columns: { name: string; type: string }[];
  rows: JsonObject[];
  nextId: number;
}

/** A table is read and written whole: a value of storage has its own bound on bytes. */
const MAX_ROWS = 10_000;

/** Columns that every table has, beside those of its own. */
export const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(["id", "createdAt", "updatedAt"]);

/** The name or id that a node calls its table by. */
export function tableKey(context: NodeContext, index: number): string {
  const wanted = context.parameter("dataTableId", index);
  const named = isObject(wanted) ? wanted.value : wanted;
  const key = typeof named === "number" ? String(named) : named;
  if (typeof key === "string" && key !== "") return key;
  throw context.failure("The data table is not chosen", { field: "dataTableId", itemIndex: index });
}

/** A table that nobody has written to is empty: its rows do not come with an export. */
export async function loadTable(context: NodeContext, key: string): Promise<DataTable> {
  const kept = await context.services.storage.read("table", key);
  if (!isObject(kept)) return { name: key, columns: [], rows: [], nextId: 1 };
  return structuredClone(kept) as unknown as DataTable;
}

export async function saveTable(context: NodeContext, key: string, table: DataTable): Promise<void> {
  if (table.rows.length > MAX_ROWS) throw context.failure(`A data table may have ${MAX_ROWS} rows`);
  await context.services.storage.write("table", key, table as unknown as JsonValue);
}

const typeOf = (value: JsonValue) =>
  typeof value === "number" || typeof value === "boolean" ? typeof value : "string";

/** Adds the columns that a row brings. */
function addColumns(table: DataTable, row: JsonObject): void {
  for (const [name, value] of Object.entries(row)) {
    if (SYSTEM_COLUMNS.has(name) || table.columns.some((column) => column.name === name)) continue;
    table.columns.push({ name, type: typeOf(value) });
  }
}

/** A row as items show it: every column of its table, null where it has nothing. */
export function shownRow({ columns }: DataTable, row: JsonObject): JsonObject {
  const own = Object.fromEntries(
    columns.map(({ name }) => [name, Object.hasOwn(row, name) ? (row[name] ?? null) : null]),
  );
  return { id: row.id ?? null, ...own, createdAt: row.createdAt ?? null, updatedAt: row.updatedAt ?? null };
}

/** Writes a new row, and gives it. */
export function insertRow(table: DataTable, values: JsonObject): JsonObject {
  const now = new Date().toISOString();
  addColumns(table, values);
  const row: JsonObject = { ...values, id: table.nextId, createdAt: now, updatedAt: now };
  table.nextId += 1;
  table.rows.push(row);
  return row;
}

/** Changes rows, and gives them as they are then. */
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
