import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import { getBinaryFile } from "./binary-file.ts";
import { readCsv, readSpreadsheetOptions } from "./spreadsheets/read-csv.ts";

async function readRows(context: NodeContext, item: Item, index: number): Promise<Item[]> {
  const file = getBinaryFile(context, item, index, context.text("binaryPropertyName", index, "data"));
  const options = readSpreadsheetOptions(context, index);
  const format = context.text("fileFormat", index, "autodetect");
  const looksLikeCsv = file.mimeType === "text/csv" || file.fileExtension === "csv";
  // Version 1 reads these formats with the spreadsheet library, which converts cells to numbers.
  const isCsv = context.node.version >= 2 && (format === "csv" || (format === "autodetect" && looksLikeCsv));
  const { readWorkbook } = await import("./spreadsheets/read-workbook.ts");
  const rows = isCsv ? readCsv(file.bytes, options) : readWorkbook(file.bytes, options);
  return rows.map((json) => ({ json }));
}

async function toFile(context: NodeContext): Promise<Item[]> {
  const { writeSpreadsheet } = await import("./spreadsheets/write-spreadsheet.ts");
  const format = context.text("fileFormat", 0, "xls");
  const file = writeSpreadsheet(context, context.items, format, `spreadsheet.${format}`);
  const field = context.text("binaryPropertyName", 0, "data") || "data";
  return [{ json: {}, binary: { [field]: file }, pairedItem: context.items.map((_, item) => ({ item })) }];
}

/** The Spreadsheet File node, the predecessor of Extract From File and Convert to File. */
export const spreadsheetFile: NodeType = {
  types: ["n8n-nodes-base.spreadsheetFile"],
  versions: [1, 2],
  async execute(context) {
    if (context.text("operation", 0, "fromFile") === "toFile") return [await toFile(context)];
    return [await context.each((item, index) => readRows(context, item, index))];
  },
};
