import type { JsonValue } from "@stoa/runtime/protocol";
import type { BinaryFile, Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import { withField } from "../core/fields/field-path.ts";
import { getBinaryFile } from "./binary-file.ts";
import { readPdf } from "./documents/read-pdf.ts";
import { readCsv, readSpreadsheetOptions } from "./spreadsheets/read-csv.ts";
import { decodeText } from "./text-encoding.ts";

/** Operations that turn a file into one value of a field. */
const VALUE_OPERATIONS: ReadonlySet<string> = new Set([
  "binaryToPropery",
  "fromIcs",
  "fromJson",
  "text",
  "xml",
]);

/** Returns a file's text, parsed data or base64. @throws Error with a message for the author */
async function extractValue(
  context: NodeContext,
  operation: string,
  file: BinaryFile,
  index: number,
): Promise<JsonValue> {
  if (operation === "binaryToPropery") return Buffer.from(file.bytes).toString("base64");
  const text = decodeText(file.bytes, context.text("options.encoding", index, "utf8") || "utf8", {
    keepBom: !context.flag("options.stripBOM", index, true),
  });
  if (operation === "fromIcs") return (await import("./calendars/read-calendar.ts")).readCalendar(text);
  if (operation !== "fromJson") return text;
  if (text === "") return {};
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw context.failure(
      `The file in '${context.text("binaryPropertyName", index, "data")}' does not contain valid JSON`,
      { field: "binaryPropertyName", itemIndex: index },
      { cause: error },
    );
  }
}

const TABLES: ReadonlySet<string> = new Set(["csv", "html", "ods", "rtf", "xls", "xlsx"]);

/** Returns an item with the extracted fields, and with the original fields or binary data if the node keeps them. */
function withSource(context: NodeContext, item: Item, index: number, json: JsonObject): Item {
  const keeps = context.text("options.keepSource", index);
  return {
    json: keeps === "json" || keeps === "both" ? { ...item.json, ...json } : json,
    ...((keeps === "binary" || keeps === "both") && item.binary && { binary: item.binary }),
  };
}

async function extractRows(
  context: NodeContext,
  operation: string,
  file: BinaryFile,
  index: number,
): Promise<Item[]> {
  const { readWorkbook } = await import("./spreadsheets/read-workbook.ts");
  const options = readSpreadsheetOptions(context, index);
  try {
    const rows = operation === "csv" ? readCsv(file.bytes, options) : readWorkbook(file.bytes, options);
    return rows.map((json) => ({ json }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isOther = file.fileExtension !== operation;
    throw context.failure(
      isOther
        ? `The file selected in 'Input Binary Field' is not in ${operation} format (${reason})`
        : reason,
      { field: "binaryPropertyName", itemIndex: index },
      { cause: error },
    );
  }
}

async function extractPdf(context: NodeContext, file: BinaryFile, index: number): Promise<JsonObject> {
  return readPdf(file.bytes, {
    joinPages: context.flag("options.joinPages", index, true),
    maxPages: context.number("options.maxPages", index, 0),
    password: context.text("options.password", index),
  });
}

async function extract(context: NodeContext, item: Item, index: number): Promise<Item[]> {
  const operation = context.text("operation", index, "csv");
  const file = getBinaryFile(context, item, index, context.text("binaryPropertyName", index, "data"));
  if (TABLES.has(operation)) return extractRows(context, operation, file, index);
  if (operation === "pdf") return [withSource(context, item, index, await extractPdf(context, file, index))];
  if (!VALUE_OPERATIONS.has(operation))
    throw context.failure(
      `Unknown operation '${operation.slice(0, 40)}'. Use ${[...TABLES, "pdf", ...VALUE_OPERATIONS].join(", ")}`,
      {
        field: "operation",
        itemIndex: index,
      },
    );
  const value = await extractValue(context, operation, file, index);
  const key = context.text("destinationKey", index, "data");
  return [withSource(context, item, index, withField({}, key, value))];
}

export const extractFromFile: NodeType = {
  types: ["n8n-nodes-base.extractFromFile"],
  versions: [1, 1.1],
  execute: async (context) => [await context.each((item, index) => extract(context, item, index))],
};
