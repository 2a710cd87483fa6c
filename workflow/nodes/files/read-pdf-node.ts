import type { NodeType } from "../../model/node-type.ts";
import { fileOf } from "./binary-file.ts";
import { readPdf } from "./documents/read-pdf.ts";

/** Read PDF, which Extract From File has followed. */
export const readPdfNode: NodeType = {
  types: ["n8n-nodes-base.readPDF"],
  versions: [1],
  execute: async (context) => [
    await context.each(async (item, index) => {
      const file = fileOf(context, item, index, context.text("binaryPropertyName", index, "data"));
      const password = context.flag("encrypted", index) ? context.text("password", index) : "";
      const json = await readPdf(file.bytes, { joinPages: true, maxPages: 0, password });
      return [{ json, ...(item.binary && { binary: item.binary }) }];
    }),
  ],
};
