import type { Item } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { htmlTable } from "./html-table.ts";
import { htmlTemplate } from "./html-template.ts";

/** Its libraries are loaded where a page is read. */
async function read(context: NodeContext, item: Item, index: number): Promise<Item[]> {
  const { extractHtml } = await import("./extract-html.ts");
  return extractHtml(context, item, index);
}

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
          ? read(context, item, index)
          : [{ json: { html: htmlTemplate(context, index) } }],
      ),
    ];
  },
};

/** HTML Extract, which the HTML node has followed. */
export const htmlExtract: NodeType = {
  types: ["n8n-nodes-base.htmlExtract"],
  versions: [1],
  execute: async (context) => [await context.each((item, index) => read(context, item, index))],
};
