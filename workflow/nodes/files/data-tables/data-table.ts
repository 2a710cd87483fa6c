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
  presentRow,
  SYSTEM_COLUMNS,
  saveTable,
  updateRows,
} from "./table-rows.ts";

/** One item's operation on a table. */
interface RowWish {
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

function valuesOf({ context, item, index }: RowWish): JsonObject {
  const isAutomatic = context.text("columns.mappingMode", index, "defineBelow") === "autoMapInputData";
  const given = isAutomatic ? item.json : context.object("columns.value", index);
  return Object.fromEntries(Object.entries(given).filter(([name]) => !SYSTEM_COLUMNS.has(name)));
}

function mustFilter({ context, index }: RowWish): void {
  if (countConditions(context, index) === 0)
    throw context.failure("At least one condition is required", {
      field: "filters.conditions",
      itemIndex: index,
    });
}

const shown = ({ table }: RowWish, rows: readonly JsonObject[]): Item[] =>
  rows.map((row) => ({ json: presentRow(table, row) }));

function get(wish: RowWish): RowAnswer {
  const { context, table, index } = wish;
  const rows = findMatchingRows(context, table, index);
  if (context.flag("orderBy", index)) {
    const column = context.text("orderByColumn", index, "createdAt");
    const sign = context.text("orderByDirection", index, "DESC") === "ASC" ? 1 : -1;
    const text = (row: JsonObject) => row[column] ?? "";
    rows.sort((a, b) => (text(a) < text(b) ? -sign : text(a) > text(b) ? sign : 0));
  }
  const limit = context.flag("returnAll", index) ? rows.length : context.number("limit", index, 50);
  return { items: shown(wish, rows.slice(0, Math.max(0, limit))), changed: false };
}

function insert(wish: RowWish): RowAnswer {
  const row = insertRow(wish.table, valuesOf(wish));
  const isBulk = wish.context.flag("options.optimizeBulk", wish.index);
  return { items: isBulk ? [{ json: { success: true } }] : shown(wish, [row]), changed: true };
}

function update(wish: RowWish): RowAnswer {
  mustFilter(wish);
  const matching = findMatchingRows(wish.context, wish.table, wish.index);
  if (wish.context.flag("options.dryRun", wish.index))
    return { items: shown(wish, matching), changed: false };
  return { items: shown(wish, updateRows(wish.table, matching, valuesOf(wish))), changed: true };
}

function upsert(wish: RowWish): RowAnswer {
  mustFilter(wish);
  const matching = findMatchingRows(wish.context, wish.table, wish.index);
  return matching.length > 0 ? update(wish) : insert(wish);
}

function deleteRows(wish: RowWish): RowAnswer {
  mustFilter(wish);
  const { context, table, index } = wish;
  const matching = new Set(findMatchingRows(context, table, index));
  const items = shown(wish, [...matching]);
  if (context.flag("options.dryRun", index)) return { items, changed: false };
  table.rows = table.rows.filter((row) => !matching.has(row));
  return { items, changed: true };
}

/** Passes an item on if the table has, or does not have, rows that match it. */
function passing(wanted: boolean) {
  return (wish: RowWish): RowAnswer => {
    mustFilter(wish);
    const exists = findMatchingRows(wish.context, wish.table, wish.index).length > 0;
    return {
      items: exists === wanted ? [{ ...wish.item, pairedItem: { item: wish.index } }] : [],
      changed: false,
    };
  };
}

const OPERATIONS: Readonly<Record<string, (wish: RowWish) => RowAnswer>> = {
  deleteRows,
  get,
  insert,
  rowExists: passing(true),
  rowNotExists: passing(false),
  update,
  upsert,
};

/** Runs the operation for each item in order, so that each sees the changes of the previous ones. */
async function eachRow(context: NodeContext): Promise<Item[]> {
  return context.each(async (item, index) => {
    const operation = context.text("operation", index, "insert");
    const perform = Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation] : undefined;
    if (!perform)
      throw context.failure(`The operation '${operation.slice(0, 40)}' is not known`, {
        field: "operation",
        itemIndex: index,
      });
    const key = getTableKey(context, index);
    const table = await loadTable(context, key);
    const { items, changed } = perform({ context, table, item, index });
    if (changed) await saveTable(context, key, table);
    return items;
  });
}

/** Data Table: rows that an agent stores between its runs. */
export const dataTable: NodeType = {
  types: ["n8n-nodes-base.dataTable"],
  versions: [1, 1.1],
  execute: async (context) => [await eachRow(context)],
  unsupported: ({ parameters }) =>
    parameters.resource === "table"
      ? "creates or deletes data tables; here a table is created when its first row is inserted"
      : undefined,
};
