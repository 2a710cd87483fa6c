import type { JsonValue } from "@stoa/runtime/protocol";
import { splitRecursively } from "../../../ai/split-text.ts";
import { isObject } from "../../../model/is-object.ts";
import type { BinaryFile, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import type { Document } from "../../../model/sub-nodes.ts";
import { getBinaryFile } from "../../files/binary-file.ts";
import { readPdf } from "../../files/documents/read-pdf.ts";
import { readCsv, type SpreadsheetOptions } from "../../files/spreadsheets/read-csv.ts";
import { decodeText } from "../../files/text-encoding.ts";
import { toAiTypeNames } from "../ai-node-type.ts";

const TABLE: SpreadsheetOptions = {
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

/** Returns all strings in a value, in order. */
export function collectTexts(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(collectTexts);
}

const detectKind = ({ mimeType, fileName = "" }: BinaryFile): string => {
  if (mimeType === "application/pdf" || fileName.endsWith(".pdf")) return "pdf";
  if (mimeType === "text/csv" || fileName.endsWith(".csv")) return "csv";
  if (mimeType === "application/json") return "json";
  return mimeType.startsWith("text/") || fileName.endsWith(".md") ? "text" : mimeType;
};

/**
 * Returns a file's text in parts that depend on its type: pages, rows, or the strings in JSON.
 * @throws Error for other file types
 */
export async function readFileTexts(file: BinaryFile): Promise<string[]> {
  const kind = detectKind(file);
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
  if (kind === "json") return collectTexts(JSON.parse(decodeText(file.bytes)) as JsonValue);
  if (kind === "text") return [decodeText(file.bytes)];
  throw new Error(`files of type ${kind.slice(0, 60)} cannot be read as text`);
}

/** The default if no text splitter is connected. */
const STANDARD_SPLIT = { size: 1_000, overlap: 200 };

interface Loaded {
  texts: string[];
  blobType: string;
}

function loadJsonTexts(context: NodeContext, itemIndex: number): Loaded {
  const item = context.items[itemIndex];
  if (context.text("jsonMode", itemIndex, "allInputData") === "allInputData")
    return { texts: collectTexts(item?.json ?? {}), blobType: "application/json" };
  const data = context.parameter("jsonData", itemIndex, "") ?? "";
  if (typeof data === "object") return { texts: collectTexts(data), blobType: "application/json" };
  return { texts: [String(data)], blobType: "text/plain" };
}

async function loadFileTexts(context: NodeContext, itemIndex: number): Promise<Loaded> {
  const item = context.items[itemIndex] ?? { json: {} };
  const isOne = context.text("binaryMode", itemIndex, "allInputData") === "specificField";
  const names = isOne ? [context.text("binaryDataKey", itemIndex, "data")] : Object.keys(item.binary ?? {});
  const files = names.map((name) => getBinaryFile(context, item, itemIndex, name));
  try {
    const texts = await Promise.all(files.map(readFileTexts));
    return { texts: texts.flat(), blobType: files[0]?.mimeType ?? "text/plain" };
  } catch (error) {
    throw context.failure(`The file cannot be loaded: ${(error as Error).message}`, {
      field: "dataType",
      itemIndex,
    });
  }
}

function getMetadata(context: NodeContext, itemIndex: number): JsonObject {
  const values = context.list("options.metadata.metadataValues", itemIndex).filter(isObject);
  return Object.fromEntries(values.map(({ name, value }) => [toText(name), value ?? ""]));
}

async function splitDocuments(
  context: NodeContext,
  itemIndex: number,
): Promise<(text: string) => Promise<string[]>> {
  const [splitter] = await context.getSubNodes("ai_textSplitter", itemIndex);
  if (splitter) return (text) => splitter.split(text);
  const isSimple =
    context.node.version >= 1.1 && context.text("textSplittingMode", itemIndex, "simple") === "simple";
  return async (text) => (isSimple ? splitRecursively(text, STANDARD_SPLIT) : [text]);
}

/** Returns the documents of one item, from its JSON or its binary data. */
async function loadDocuments(context: NodeContext, itemIndex: number): Promise<Document[]> {
  const isBinary = context.text("dataType", itemIndex, "json") === "binary";
  const { texts, blobType } = isBinary
    ? await loadFileTexts(context, itemIndex)
    : loadJsonTexts(context, itemIndex);
  const split = await splitDocuments(context, itemIndex);
  const metadata = getMetadata(context, itemIndex);
  const documents: Document[] = [];
  for (const [line, text] of texts.entries()) {
    let before = 0;
    for (const chunk of await split(text)) {
      const place = Math.max(0, text.indexOf(chunk, before));
      before = place + 1;
      const from = text.slice(0, place).split("\n").length;
      const lines = { from, to: from + chunk.split("\n").length - 1 };
      documents.push({
        text: chunk,
        metadata: {
          source: "blob",
          blobType,
          ...(texts.length > 1 && { line: line + 1 }),
          loc: { lines },
          ...metadata,
        },
      });
    }
  }
  return documents;
}

/** Converts items to documents. */
export const documentDefaultDataLoader: NodeType = {
  types: [toAiTypeNames("documentDefaultDataLoader")],
  versions: [1, 1.1],
  supplies: { ai_document: (context) => ({ load: (itemIndex) => loadDocuments(context, itemIndex) }) },
};
