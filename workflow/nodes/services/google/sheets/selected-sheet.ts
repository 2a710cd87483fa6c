import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { type ResourceLocator, readResourceLocator } from "../../resource-locator.ts";
import { getGoogleId } from "../google-api.ts";
import { Spreadsheet } from "./sheets-api.ts";

/** The sheet that a node uses. */
export interface SelectedSheet {
  book: Spreadsheet;
  id: number;
  title: string;
  rowCount: number;
  columnCount: number;
}

const numberOr = (value: unknown, fallback: number) => (typeof value === "number" ? value : fallback);

function isWanted({ mode, value }: ResourceLocator, properties: JsonObject, index: number): boolean {
  if (mode === "name") return properties.title === value;
  const gid = /(?:^|[#?&])gid=(\d+)/.exec(value)?.[1] ?? (/^\d+$/.test(value) ? value : undefined);
  if (gid !== undefined) return toText(properties.sheetId) === gid;
  // A URL without a sheet refers to the first sheet.
  return mode === "url" ? index === 0 : properties.title === value;
}

const listed = new WeakMap<NodeContext, Map<string, JsonObject[]>>();

/** Loads the sheets of a spreadsheet once, regardless of the number of items. */
async function listSheets(context: NodeContext, book: Spreadsheet): Promise<JsonObject[]> {
  const cachedSheets = listed.get(context) ?? new Map<string, JsonObject[]>();
  listed.set(context, cachedSheets);
  const sheets = cachedSheets.get(book.id) ?? (await book.listSheets());
  cachedSheets.set(book.id, sheets);
  return sheets;
}

/** Returns the spreadsheet that `documentId` selects. */
export function getSpreadsheet(context: NodeContext, itemIndex: number): Spreadsheet {
  return new Spreadsheet(context, itemIndex, getGoogleId(context, "documentId", itemIndex, "The document"));
}

/** Returns the sheet that `documentId` and `sheetName` select. @throws NodeError if it does not exist */
export async function findSheet(
  context: NodeContext,
  itemIndex: number,
  path = "sheetName",
): Promise<SelectedSheet> {
  const book = getSpreadsheet(context, itemIndex);
  const locator = readResourceLocator(context, path, itemIndex);
  const sheets = await listSheets(context, book);
  const found = sheets.find((properties, index) => isWanted(locator, properties, index));
  if (!found) {
    const by = locator.mode === "name" ? "name" : "ID";
    throw context.failure(`Sheet with ${by} ${locator.value} not found`, { field: path, itemIndex });
  }
  const grid = (found.gridProperties ?? {}) as JsonObject;
  return {
    book,
    id: numberOr(found.sheetId, 0),
    title: toText(found.title ?? ""),
    rowCount: numberOr(grid.rowCount, Number.POSITIVE_INFINITY),
    columnCount: numberOr(grid.columnCount, Number.POSITIVE_INFINITY),
  };
}
