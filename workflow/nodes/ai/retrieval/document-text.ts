import type { JsonValue } from "@stoa/runtime/protocol";
import type { BinaryFile, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import { readPdf } from "../../files/documents/read-pdf.ts";
import { readCsv } from "../../files/spreadsheets/read-csv.ts";
import type { ReadingOptions } from "../../files/spreadsheets/spreadsheet-options.ts";
import { decodeText } from "../../files/text-encoding.ts";

const TABLE: ReadingOptions = {
  rawData: false,
  readAsString: false,
  sheetName: "",
  range: "",
  encoding: "utf-8",
  headerRow: true,
  includeEmptyCells: true,
  maxRows: 0,
  delimiter: ",",
  fromLine: 1,
  relaxQuotes: false,
  skipRecordsWithErrors: false,
  withoutBom: true,
};

/** All texts in a value, in its order. */
export function textsIn(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(textsIn);
}

const kindOf = ({ mimeType, fileName = "" }: BinaryFile): string => {
  if (mimeType === "application/pdf" || fileName.endsWith(".pdf")) return "pdf";
  if (mimeType === "text/csv" || fileName.endsWith(".csv")) return "csv";
  if (mimeType === "application/json") return "json";
  return mimeType.startsWith("text/") || fileName.endsWith(".md") ? "text" : mimeType;
};

/** What a file says, in the pieces that it has of itself: pages, rows, texts. @throws Error for other kinds of files. */
export async function textsOfFile(file: BinaryFile): Promise<string[]> {
  const kind = kindOf(file);
  if (kind === "pdf") {
    const { text } = await readPdf(file.bytes, { joinPages: false, maxPages: 0, password: "" });
    return Array.isArray(text) ? text.filter((page): page is string => typeof page === "string") : [];
  }
  if (kind === "csv")
    return readCsv(file.bytes, TABLE).map((row: JsonObject) =>
      Object.entries(row)
        .map(([name, cell]) => `${name}: ${toText(cell)}`)
        .join("\n"),
    );
  if (kind === "json") return textsIn(JSON.parse(decodeText(file.bytes)) as JsonValue);
  if (kind === "text") return [decodeText(file.bytes)];
  throw new Error(`files of the type ${kind.slice(0, 60)} cannot be read as text here`);
}
