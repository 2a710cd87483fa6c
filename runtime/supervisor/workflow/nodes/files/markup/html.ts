import type { NodeType } from "../../../model/node-type.ts";
import { extractHtml } from "./extract-html.ts";
import { htmlTable } from "./html-table.ts";
import { htmlTemplate } from "./html-template.ts";

/** HTML: a page from a template, what selectors find in one, or a table of items. */
export const html: NodeType = {
  types: ["n8n-nodes-base.html"],
  versions: [1, 1.1, 1.2],
  async execute(context) {
    const operation = context.text("operation", 0, "generateHtmlTemplate");
    if (operation === "convertToHtmlTable") return [context.items.length === 0 ? [] : [htmlTable(context)]];
    return [
      await context.each((item, index) =>
        operation === "extractHtmlContent"
          ? extractHtml(context, item, index)
          : [{ json: { html: htmlTemplate(context, index) } }],
      ),
    ];
  },
};

/** HTML Extract, which the HTML node has followed. */
export const htmlExtract: NodeType = {
  types: ["n8n-nodes-base.htmlExtract"],
  versions: [1],
  execute: async (context) => [await context.each((item, index) => extractHtml(context, item, index))],
};
