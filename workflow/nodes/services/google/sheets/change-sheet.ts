import { isObject } from "../../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../../model/item.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { columnLetters, columnNumber, rangeOf, startOf } from "./a1-notation.ts";
import { chosenBook, chosenSheet } from "./chosen-sheet.ts";
import { hexColour } from "./sheet-colour.ts";
import { SHEETS_PATHS } from "./sheets-api.ts";

const CHANGES = { methods: ["GET", "POST"], paths: SHEETS_PATHS } as const;

/** What is to be cleared: a range within the sheet, all of it where it is "". */
function clearedPart(context: NodeContext, itemIndex: number): string {
  const number = (name: string, fallback: number) => Math.max(1, context.number(name, itemIndex, fallback));
  switch (context.text("clear", itemIndex, "wholeSheet")) {
    case "specificRows": {
      const start = number("startIndex", 1);
      return `${start}:${start + number("rowsToDelete", 1) - 1}`;
    }
    case "specificColumns": {
      const start = columnNumber(context.text("startIndex", itemIndex, "A")) || 1;
      return `${columnLetters(start)}:${columnLetters(start + number("columnsToDelete", 1) - 1)}`;
    }
    case "specificRange":
      return context.text("range", itemIndex);
    default:
      return context.flag("keepFirstRow", itemIndex) ? "A2:ZZZ" : "";
  }
}

/** Empties a sheet, or a part of it. */
export const clearSheet: ServiceOperation = {
  ...CHANGES,
  async each(context, itemIndex, item): Promise<Item[]> {
    const { book, title } = await chosenSheet(context, itemIndex);
    await book.clear(rangeOf(title, clearedPart(context, itemIndex)));
    return [{ ...item, pairedItem: { item: itemIndex } }];
  },
};

/** Takes rows or columns out of a sheet. */
export const deleteRowsOrColumns: ServiceOperation = {
  ...CHANGES,
  async each(context, itemIndex): Promise<Item[]> {
    const { book, id } = await chosenSheet(context, itemIndex);
    const isRows = context.text("toDelete", itemIndex, "rows") === "rows";
    const begin = isRows
      ? context.number("startIndex", itemIndex, 2)
      : startOf(context.text("startIndex", itemIndex, "A")).column;
    const count = context.number("numberToDelete", itemIndex, 1);
    const range = {
      sheetId: id,
      dimension: isRows ? "ROWS" : "COLUMNS",
      startIndex: begin - 1,
      endIndex: begin - 1 + count,
    };
    await book.change([{ deleteDimension: { range } }]);
    return [{ json: { success: true } }];
  },
};

/** A further sheet in a document. */
export const createSheet: ServiceOperation = {
  ...CHANGES,
  async each(context, itemIndex): Promise<Item[]> {
    const { tabColor, ...options } = context.object("options", itemIndex);
    const properties: JsonObject = { title: context.text("title", itemIndex, "n8n-sheet"), ...options };
    const colour = typeof tabColor === "string" ? hexColour(tabColor) : undefined;
    if (colour) properties.tabColor = colour;
    const { replies, ...answer } = await chosenBook(context, itemIndex).change([
      { addSheet: { properties } },
    ]);
    const [first] = Array.isArray(replies) ? replies.filter(isObject) : [];
    const added = first && isObject(first.addSheet ?? null) ? (first.addSheet as JsonObject) : {};
    return [{ json: { ...answer, ...(added.properties as JsonObject | undefined) } }];
  },
};

/** Takes a sheet out of its document. */
export const removeSheet: ServiceOperation = {
  ...CHANGES,
  async each(context, itemIndex): Promise<Item[]> {
    const { book, id } = await chosenSheet(context, itemIndex);
    const { replies: _, ...answer } = await book.change([{ deleteSheet: { sheetId: id } }]);
    return [{ json: answer }];
  },
};
