import type { NodeType } from "../../model/node-type.ts";
import { compression } from "./archives/compression.ts";
import { getBinaryFile } from "./binary-file.ts";
import { convertToFile } from "./convert-to-file.ts";
import { dataTable } from "./data-tables/data-table.ts";
import { readPdf } from "./documents/read-pdf.ts";
import { extractFromFile } from "./extract-from-file.ts";
import { html, htmlExtract } from "./markup/html.ts";
import { markdown } from "./markup/markdown.ts";
import { rssFeedRead } from "./markup/rss-feed-read.ts";
import { xml } from "./markup/xml.ts";
import { moveBinaryData } from "./move-binary-data.ts";
import {
  readBinaryFile,
  readBinaryFiles,
  readWriteFile,
  writeBinaryFile,
} from "./run-files/read-write-file.ts";

import { spreadsheetFile } from "./spreadsheet-file.ts";

const notHere = (type: string, why: string, versions: readonly number[] = [1, 1.1, 1.2]): NodeType => ({
  types: [`n8n-nodes-base.${type}`],
  versions,
  unsupported: () => why,
});

/** Nodes that reach for a machine of their author's, which a run here has not. */
const NODES_OF_A_MACHINE: readonly NodeType[] = [
  notHere(
    "executeCommand",
    "runs a command on the machine of its n8n, and agents here have none: do the work in a Code node",
  ),
  notHere("ssh", "signs in at a machine by SSH, which agents here cannot: ask it by HTTP"),
  notHere("ftp", "fetches files by FTP, which agents here cannot: fetch them by HTTP Request"),
  notHere(
    "git",
    "works on a repository on the disk of its n8n, and agents here have none: ask its host by HTTP",
  ),
  notHere(
    "editImage",
    "edits pictures with a program on the machine of its n8n, and agents here have none: ask a service by HTTP Request",
  ),
];

/** Read PDF, which Extract From File has followed. */
export const readPdfNode: NodeType = {
  types: ["n8n-nodes-base.readPDF"],
  versions: [1],
  execute: async (context) => [
    await context.each(async (item, index) => {
      const file = getBinaryFile(context, item, index, context.text("binaryPropertyName", index, "data"));
      const password = context.flag("encrypted", index) ? context.text("password", index) : "";
      const json = await readPdf(file.bytes, { joinPages: true, maxPages: 0, password });
      return [{ json, ...(item.binary && { binary: item.binary }) }];
    }),
  ],
};

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
