import { isObject } from "../../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../../model/item.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { encodePathPart } from "../../service-call.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { getGoogleId, googleApiRequest } from "../google-api.ts";
import { findSheet, getSpreadsheet } from "./selected-sheet.ts";
import { parseRangeStart, SHEETS_PATHS, toA1Range, toColumnLetters, toColumnNumber } from "./sheets-api.ts";

/** Creates a spreadsheet with the given sheets. */
export const createSpreadsheet: ServiceOperation = {
  methods: ["POST"],
  paths: ["/v4/spreadsheets", ...SHEETS_PATHS],
  async each(context, itemIndex): Promise<Item[]> {
    const { locale, autoRecalc } = context.object("options", itemIndex);
    const sheets = context
      .list("sheetsUi.sheetValues", itemIndex)
      .filter(isObject)
      .map(({ title, hidden }) => ({ properties: { title: title ?? "", hidden: hidden === true } }));
    const answer = await googleApiRequest(context, itemIndex, {
      method: "POST",
      path: "/v4/spreadsheets",
      body: {
        properties: {
          title: context.text("title", itemIndex),
          ...(autoRecalc !== undefined && { autoRecalc }),
          ...(locale !== undefined && { locale }),
        },
        ...(sheets.length > 0 && { sheets }),
      },
    });
    return [{ json: answer }];
  },
};

/** Deletes a spreadsheet through Google Drive. */
export const deleteSpreadsheet: ServiceOperation = {
  methods: ["DELETE"],
  paths: ["/drive/v3/files/*"],
  async each(context, itemIndex): Promise<Item[]> {
    const id = getGoogleId(context, "documentId", itemIndex, "The document");
    await googleApiRequest(context, itemIndex, {
      method: "DELETE",
      path: `/drive/v3/files/${encodePathPart(id)}`,
      query: { supportsAllDrives: true },
    });
    return [{ json: { success: true } }];
  },
};

/** Returns a color such as `#0aa55c` as Google's RGB fractions, or undefined if the text is not a color. */
function parseHexColor(text: string): JsonObject | undefined {
  const [, red, green, blue] = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})/i.exec(text) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  const parseShare = (hex: string) => Number.parseInt(hex, 16) / 255;
  return { red: parseShare(red), green: parseShare(green), blue: parseShare(blue) };
}

const CHANGES = { methods: ["GET", "POST"], paths: SHEETS_PATHS } as const;

/** Returns the range to clear, or "" for the whole sheet. */
function getClearedRange(context: NodeContext, itemIndex: number): string {
  const number = (name: string, fallback: number) => Math.max(1, context.number(name, itemIndex, fallback));
  switch (context.text("clear", itemIndex, "wholeSheet")) {
    case "specificRows": {
      const start = number("startIndex", 1);
      return `${start}:${start + number("rowsToDelete", 1) - 1}`;
    }
    case "specificColumns": {
      const start = toColumnNumber(context.text("startIndex", itemIndex, "A")) || 1;
      return `${toColumnLetters(start)}:${toColumnLetters(start + number("columnsToDelete", 1) - 1)}`;
    }
    case "specificRange":
      return context.text("range", itemIndex);
    default:
      return context.flag("keepFirstRow", itemIndex) ? "A2:ZZZ" : "";
  }
}

/** Clears a sheet or a part of it. */
export const clearSheet: ServiceOperation = {
  ...CHANGES,
  async each(context, itemIndex, item): Promise<Item[]> {
    const { book, title } = await findSheet(context, itemIndex);
    await book.clear(toA1Range(title, getClearedRange(context, itemIndex)));
    return [{ ...item, pairedItem: { item: itemIndex } }];
  },
};

/** Deletes rows or columns of a sheet. */
export const deleteRowsOrColumns: ServiceOperation = {
  ...CHANGES,
  async each(context, itemIndex): Promise<Item[]> {
    const { book, id } = await findSheet(context, itemIndex);
    const isRows = context.text("toDelete", itemIndex, "rows") === "rows";
    const begin = isRows
      ? context.number("startIndex", itemIndex, 2)
      : parseRangeStart(context.text("startIndex", itemIndex, "A")).column;
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

/** Adds a sheet to a spreadsheet. */
export const createSheet: ServiceOperation = {
  ...CHANGES,
  async each(context, itemIndex): Promise<Item[]> {
    const { tabColor, ...options } = context.object("options", itemIndex);
    const properties: JsonObject = { title: context.text("title", itemIndex, "n8n-sheet"), ...options };
    const color = typeof tabColor === "string" ? parseHexColor(tabColor) : undefined;
    if (color) properties.tabColor = color;
    const { replies, ...answer } = await getSpreadsheet(context, itemIndex).change([
      { addSheet: { properties } },
    ]);
    const [first] = Array.isArray(replies) ? replies.filter(isObject) : [];
    const addedSheet = first && isObject(first.addSheet ?? null) ? (first.addSheet as JsonObject) : {};
    return [{ json: { ...answer, ...(addedSheet.properties as JsonObject | undefined) } }];
  },
};

/** Deletes a sheet of a spreadsheet. */
export const removeSheet: ServiceOperation = {
  ...CHANGES,
  async each(context, itemIndex): Promise<Item[]> {
    const { book, id } = await findSheet(context, itemIndex);
    const { replies: _, ...answer } = await book.change([{ deleteSheet: { sheetId: id } }]);
    return [{ json: answer }];
  },
};
