import { isObject } from "../../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import type { ServiceOperation, ServiceOperations } from "../../service-node.ts";
import { createSpreadsheet } from "./change-sheet.ts";
import { toCell } from "./input-rows.ts";
import { type Cells, SHEETS_PATHS } from "./sheets-api.ts";
import {
  getCellAddress,
  getSpreadsheetV1,
  getValueInputOption,
  readRangeV1,
  readRawCells,
  toPairedItems,
  toRecordV1,
} from "./table-v1.ts";

async function writeRaw(context: NodeContext): Promise<void> {
  const range = context.text("range", 0, "A:F");
  await getSpreadsheetV1(context, 0).write(
    [{ range, values: readRawCells(context) }],
    getValueInputOption(context),
  );
}

async function writeRecords(context: NodeContext, appendsNew: boolean): Promise<void> {
  const found = await readRangeV1(context);
  const { table, book, range } = found;
  const key = context.text("key", 0, "id");
  const place = table.columns.indexOf(key);
  if (place < 0) throw context.failure(`Could not find column for key "${key}"`, { field: "key" });
  // The rows are set in reverse, so that the first row with a key wins.
  const rows = new Map(table.rows.toReversed().map((row) => [toText(row.cells[place] ?? ""), row.number]));
  const changes: { range: string; values: Cells }[] = [];
  const addedSheet: Cells = [];
  for (const { json } of context.items) {
    const number = json[key] === undefined ? undefined : rows.get(toText(json[key]));
    if (number === undefined) addedSheet.push(table.columns.map((name) => toCell(json[name])));
    else
      for (const [index, name] of table.columns.entries())
        if (name !== key && Object.hasOwn(json, name))
          changes.push({ range: getCellAddress(found, index, number), values: [[toCell(json[name])]] });
  }
  await book.write(changes, getValueInputOption(context));
  if (appendsNew && addedSheet.length > 0) await book.append(range, addedSheet, getValueInputOption(context));
}

/** Creates an operation that updates the rows with given keys. Rows with unknown keys are appended or ignored. */
function updateEarly(appendsNew: boolean): ServiceOperation {
  return {
    methods: ["GET", "POST"],
    paths: SHEETS_PATHS,
    async all(context): Promise<Item[]> {
      if (context.flag("rawData", 0)) await writeRaw(context);
      else await writeRecords(context, appendsNew);
      return toPairedItems(context);
    },
  };
}

const READS = { methods: ["GET"], paths: SHEETS_PATHS } as const;
const WRITES = { methods: ["GET", "POST"], paths: SHEETS_PATHS } as const;

/** Returns the items. If there are none, returns one empty item if this option is enabled. */
function keepOrEmpty(context: NodeContext, items: Item[]): Item[] {
  return items.length === 0 && context.flag("options.continue", 0)
    ? [{ json: {}, pairedItem: { item: 0 } }]
    : items;
}

const read: ServiceOperation = {
  ...READS,
  async all(context) {
    const { cells, table } = await readRangeV1(context);
    if (context.flag("rawData", 0)) {
      const json: JsonObject = { [context.text("dataProperty", 0, "data")]: cells };
      return [{ json, pairedItem: { item: 0 } }];
    }
    const items = table.rows.map((row): Item => ({ json: toRecordV1(table, row), pairedItem: { item: 0 } }));
    return keepOrEmpty(context, items);
  },
};

const lookup: ServiceOperation = {
  ...READS,
  async all(context) {
    const { table } = await readRangeV1(context);
    const all = context.flag("options.returnAllMatches", 0);
    const found = context.items.flatMap((_, index): Item[] => {
      const column = table.columns.indexOf(context.text("lookupColumn", index));
      if (column < 0)
        throw context.failure(`The column "${context.text("lookupColumn", index)}" could not be found`, {
          field: "lookupColumn",
          itemIndex: index,
        });
      const lookupValue = context.text("lookupValue", index);
      const rows = table.rows.filter(({ cells }) => toText(cells[column] ?? "") === lookupValue);
      return (all ? rows : rows.slice(0, 1)).map((row) => ({
        json: toRecordV1(table, row),
        pairedItem: { item: index },
      }));
    });
    return keepOrEmpty(context, found);
  },
};

const append: ServiceOperation = {
  ...WRITES,
  async all(context) {
    const isRaw = context.flag("rawData", 0);
    const { book, range, table } = await readRangeV1(context);
    const hasColumnNames = table.columns.some((name) => name !== "");
    const columns = hasColumnNames
      ? table.columns
      : [...new Set(context.items.flatMap(({ json }) => Object.keys(json)))];
    const records = context.items.map(({ json }) => columns.map((name) => toCell(json[name])));
    const cells = isRaw ? readRawCells(context) : [...(hasColumnNames ? [] : [columns]), ...records];
    await book.append(range, cells, getValueInputOption(context));
    return toPairedItems(context);
  },
};

const clear: ServiceOperation = {
  ...WRITES,
  async all(context) {
    await getSpreadsheetV1(context, 0).clear(context.text("range", 0, "A:F"));
    return toPairedItems(context);
  },
};

const create: ServiceOperation = {
  ...WRITES,
  async each(context, itemIndex) {
    const properties = context.object("options", itemIndex);
    const { replies, ...answer } = await getSpreadsheetV1(context, itemIndex).change([
      { addSheet: { properties } },
    ]);
    const [first] = Array.isArray(replies) ? replies.filter(isObject) : [];
    const addedSheet = first && isObject(first.addSheet) ? first.addSheet.properties : undefined;
    return [{ json: { ...answer, ...(isObject(addedSheet) && addedSheet) } }];
  },
};

const remove: ServiceOperation = {
  ...WRITES,
  async each(context, itemIndex) {
    const sheetId = context.number("id", itemIndex, 0);
    const { replies: _, ...answer } = await getSpreadsheetV1(context, itemIndex).change([
      { deleteSheet: { sheetId } },
    ]);
    return [{ json: answer }];
  },
};

const deleteParts: ServiceOperation = {
  ...WRITES,
  async all(context) {
    const requests = (["columns", "rows"] as const).flatMap((kind) =>
      context
        .list(`toDelete.${kind}`, 0)
        .filter(isObject)
        .map(({ sheetId, startIndex, amount }) => {
          const begin = Number(startIndex ?? 0);
          const range = {
            sheetId: Number(sheetId ?? 0),
            dimension: kind.toUpperCase(),
            startIndex: begin,
            endIndex: begin + Number(amount ?? 1),
          };
          return { deleteDimension: { range } };
        }),
    );
    await getSpreadsheetV1(context, 0).change(requests);
    return [{ json: { success: true }, pairedItem: { item: 0 } }];
  },
};

/** Operations of versions 1 and 2. */
export const SHEETS_V1: ServiceOperations = {
  "sheet.append": append,
  "sheet.clear": clear,
  "sheet.create": create,
  "sheet.delete": deleteParts,
  "sheet.lookup": lookup,
  "sheet.read": read,
  "sheet.remove": remove,
  "sheet.update": updateEarly(false),
  "sheet.upsert": updateEarly(true),
  "spreadsheet.create": createSpreadsheet,
};
