import type { Item } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { cellIn, earlyBook, earlyRange, inputOption, passedOn, rawCells } from "./early-table.ts";
import { type Cells, SHEETS_PATHS } from "./sheets-api.ts";
import { asCell } from "./wished-rows.ts";

async function writeRaw(context: NodeContext): Promise<void> {
  const range = context.text("range", 0, "A:F");
  await earlyBook(context, 0).write([{ range, values: rawCells(context) }], inputOption(context));
}

async function writeRecords(context: NodeContext, appendsNew: boolean): Promise<void> {
  const found = await earlyRange(context);
  const { table, book, range } = found;
  const key = context.text("key", 0, "id");
  const place = table.columns.indexOf(key);
  if (place < 0) throw context.failure(`Could not find column for key "${key}"`, { field: "key" });
  // The first row of a key counts: it is set last.
  const rows = new Map(table.rows.toReversed().map((row) => [toText(row.cells[place] ?? ""), row.number]));
  const changes: { range: string; values: Cells }[] = [];
  const added: Cells = [];
  for (const { json } of context.items) {
    const number = json[key] === undefined ? undefined : rows.get(toText(json[key]));
    if (number === undefined) added.push(table.columns.map((name) => asCell(json[name])));
    else
      for (const [index, name] of table.columns.entries())
        if (name !== key && Object.hasOwn(json, name))
          changes.push({ range: cellIn(found, index, number), values: [[asCell(json[name])]] });
  }
  await book.write(changes, inputOption(context));
  if (appendsNew && added.length > 0) await book.append(range, added, inputOption(context));
}

/** Changes rows by a key; those that are not there are added behind the last, or left out. */
export function updateEarly(appendsNew: boolean): ServiceOperation {
  return {
    methods: ["GET", "POST"],
    paths: SHEETS_PATHS,
    async all(context): Promise<Item[]> {
      if (context.flag("rawData", 0)) await writeRaw(context);
      else await writeRecords(context, appendsNew);
      return passedOn(context);
    },
  };
}
