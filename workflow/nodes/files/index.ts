import type { NodeType } from "../../model/node-type.ts";
import { compression } from "./archives/compression.ts";
import { convertToFile } from "./convert-to-file.ts";
import { dataTable } from "./data-tables/data-table.ts";
import { extractFromFile } from "./extract-from-file.ts";
import { html, htmlExtract } from "./markup/html.ts";
import { markdown } from "./markup/markdown.ts";
import { rssFeedRead } from "./markup/rss-feed-read.ts";
import { xml } from "./markup/xml.ts";
import { moveBinaryData } from "./move-binary-data.ts";
import { NODES_OF_A_MACHINE } from "./not-here.ts";
import { readPdfNode } from "./read-pdf-node.ts";
import { readBinaryFile, readBinaryFiles, writeBinaryFile } from "./run-files/old-file-nodes.ts";
import { readWriteFile } from "./run-files/read-write-file.ts";
import { spreadsheetFile } from "./spreadsheet-file.ts";

/** Files, and the formats that they and texts come in. */
export const FILE_NODES: readonly NodeType[] = [
  compression,
  convertToFile,
  dataTable,
  extractFromFile,
  html,
  htmlExtract,
  markdown,
  moveBinaryData,
  readBinaryFile,
  readBinaryFiles,
  readPdfNode,
  readWriteFile,
  rssFeedRead,
  spreadsheetFile,
  writeBinaryFile,
  xml,
  ...NODES_OF_A_MACHINE,
];
