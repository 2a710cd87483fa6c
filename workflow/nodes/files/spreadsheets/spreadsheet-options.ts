import type { NodeContext } from "../../../model/node-context.ts";

/** What nodes may say of how a table is read. */
export interface ReadingOptions {
  headerRow: boolean;
  includeEmptyCells: boolean;
  /** Cells as they are written, without a number or a date made of them. */
  rawData: boolean;
  readAsString: boolean;
  sheetName: string;
  /** `A1:C5`, or the number of the row to begin with. */
  range: string;
  delimiter: string;
  encoding: string;
  /** A mark at a file's begin is left out; else it is a part of the first name, as in n8n. */
  withoutBom: boolean;
  fromLine: number;
  /** -1: all. */
  maxRows: number;
  relaxQuotes: boolean;
  skipRecordsWithErrors: boolean;
}

/** How an item's table is to be read. */
export function readingOptions(context: NodeContext, index: number): ReadingOptions {
  const flag = (name: string, fallback = false) => context.flag(`options.${name}`, index, fallback);
  const text = (name: string, fallback = "") => context.text(`options.${name}`, index, fallback);
  const number = (name: string, fallback: number) => context.number(`options.${name}`, index, fallback);
  const skips = context.object("options.skipRecordsWithErrors.value", index);
  return {
    headerRow: flag("headerRow", true),
    includeEmptyCells: flag("includeEmptyCells"),
    rawData: flag("rawData"),
    readAsString: flag("readAsString"),
    sheetName: text("sheetName"),
    range: text("range"),
    delimiter: text("delimiter", ",") || ",",
    encoding: text("encoding", "utf-8") || "utf-8",
    withoutBom: flag("enableBOM"),
    fromLine: number("fromLine", 1),
    maxRows: number("maxRowCount", -1),
    relaxQuotes: flag("relaxQuotes"),
    skipRecordsWithErrors: skips.enabled === true,
  };
}
