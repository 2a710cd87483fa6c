import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import {
  countConditions,
  type DataTable,
  findMatchingRows,
  getTableKey,
  insertRow,
  loadTable,
  SYSTEM_COLUMNS,
  saveTable,
  toRow,
  updateRows,
} from "./table-rows.ts";

/** The table and the item of an operation. */
interface RowRequest {
  context: NodeContext;
  table: DataTable;
  item: Item;
  index: number;
}

/** The output items, and whether the table has changed. */
interface RowAnswer {
  items: Item[];
  changed: boolean;
}

function getValues({ context, item, index }: RowRequest): JsonObject {
  const isAutomatic = context.text("columns.mappingMode", index, "defineBelow") === "autoMapInputData";
  const values = isAutomatic ? item.json : context.object("columns.value", index);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !SYSTEM_COLUMNS.has(name)));
}

function requireFilter({ context, index }: RowRequest): void {
  if (countConditions(context, index) === 0)
    throw context.failure("At least one condition is required", {
      field: "filters.conditions",
      itemIndex: index,
    });
}

const toItems = ({ table }: RowRequest, rows: readonly JsonObject[]): Item[] =>
  rows.map((row) => ({ json: toRow(table, row) }));

function get(request: RowRequest): RowAnswer {
  const { context, table, index } = request;
  const rows = findMatchingRows(context, table, index);
  if (context.flag("orderBy", index)) {
    const column = context.text("orderByColumn", index, "createdAt");
    const sign = context.text("orderByDirection", index, "DESC") === "ASC" ? 1 : -1;
    const text = (row: JsonObject) => row[column] ?? "";
    rows.sort((a, b) => (text(a) < text(b) ? -sign : text(a) > text(b) ? sign : 0));
  }
  const limit = context.flag("returnAll", index) ? rows.length : context.number("limit", index, 50);
  return { items: toItems(request, rows.slice(0, Math.max(0, limit))), changed: false };
}

function insert(request: RowRequest): RowAnswer {
  const row = insertRow(request.table, getValues(request));
  const isBulk = request.context.flag("options.optimizeBulk", request.index);
  return { items: isBulk ? [{ json: { success: true } }] : toItems(request, [row]), changed: true };
}

function update(request: RowRequest): RowAnswer {
  requireFilter(request);
  const matching = findMatchingRows(request.context, request.table, request.index);
  if (request.context.flag("options.dryRun", request.index))
    return { items: toItems(request, matching), changed: false };
  return { items: toItems(request, updateRows(request.table, matching, getValues(request))), changed: true };
}

function upsert(request: RowRequest): RowAnswer {
  requireFilter(request);
  const matching = findMatchingRows(request.context, request.table, request.index);
  return matching.length > 0 ? update(request) : insert(request);
}

function deleteRows(request: RowRequest): RowAnswer {
  requireFilter(request);
  const { context, table, index } = request;
  const matching = new Set(findMatchingRows(context, table, index));
  const items = toItems(request, [...matching]);
  if (context.flag("options.dryRun", index)) return { items, changed: false };
  table.rows = table.rows.filter((row) => !matching.has(row));
  return { items, changed: true };
}

/** Returns an operation that passes an item on if the table has, or does not have, rows that match the item. */
function createFilterOperation(isMatchWanted: boolean) {
  return (request: RowRequest): RowAnswer => {
    requireFilter(request);
    const exists = findMatchingRows(request.context, request.table, request.index).length > 0;
    return {
      items: exists === isMatchWanted ? [{ ...request.item, pairedItem: { item: request.index } }] : [],
      changed: false,
    };
  };
}

const OPERATIONS: Readonly<Record<string, (request: RowRequest) => RowAnswer>> = {
  deleteRows,
  get,
  insert,
  rowExists: createFilterOperation(true),
  rowNotExists: createFilterOperation(false),
  update,
  upsert,
};

/** Runs the operation for each item in order, so that each item sees the changes of earlier items. */
async function processRows(context: NodeContext): Promise<Item[]> {
  return context.each(async (item, index) => {
    const operation = context.text("operation", index, "insert");
    const perform = Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation] : undefined;
    if (!perform)
      throw context.failure(
        `Unknown operation '${operation.slice(0, 40)}'. Use ${Object.keys(OPERATIONS).join(", ")}`,
        {
          field: "operation",
          itemIndex: index,
        },
      );
    const key = getTableKey(context, index);
    const table = await loadTable(context, key);
    const { items, changed } = perform({ context, table, item, index });
    if (changed) await saveTable(context, key, table);
    return items;
  });
}

/** The Data Table node. Its rows are stored between an agent's runs. */
export const dataTable: NodeType = {
  types: ["n8n-nodes-base.dataTable"],
  versions: [1, 1.1],
  execute: async (context) => [await processRows(context)],
  unsupported: ({ parameters }) =>
    parameters.resource === "table"
      ? "it creates or deletes data tables. On Stoa, a table is created when its first row is inserted"
      : undefined,
};
