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

const createUnsupportedNode = (
  type: string,
  why: string,
  versions: readonly number[] = [1, 1.1, 1.2],
): NodeType => ({
  types: [`n8n-nodes-base.${type}`],
  versions,
  unsupported: () => why,
});

/** Nodes that need the author's machine, which a run cannot access. */
const NODES_OF_A_MACHINE: readonly NodeType[] = [
  createUnsupportedNode(
    "executeCommand",
    "it runs a command on the n8n machine, which agents cannot access. Use a Code node",
  ),
  createUnsupportedNode("ssh", "it connects over SSH, which is not available to agents. Use an HTTP API"),
  createUnsupportedNode(
    "ftp",
    "it transfers files over FTP, which is not available to agents. Use HTTP Request",
  ),
  createUnsupportedNode(
    "git",
    "it uses a repository on the n8n machine's disk, which agents cannot access. Use the HTTP API of its host",
  ),
  createUnsupportedNode(
    "editImage",
    "it edits images with a program on the n8n machine, which agents cannot access. Use HTTP Request to call an image service",
  ),
];

/** The Read PDF node, the predecessor of Extract From File. */
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

/** File nodes, and converters between files and data. */
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
