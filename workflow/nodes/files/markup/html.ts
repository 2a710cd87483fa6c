import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { Item } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";

/** Converts a value to a string for a template, by JavaScript's rules. */
function toHtmlText(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return value.map((entry) => (entry === null ? "" : toHtmlText(entry))).join(",");
  return isObject(value) ? "[object Object]" : String(value);
}

/**
 * Renders a template that contains `{{ }}`. Unlike other parameters with expressions, it does not need a leading `=`.
 */
function renderTemplate(context: NodeContext, index: number): string {
  const raw = context.raw("html");
  const page = typeof raw === "string" ? raw : "";
  if (page.startsWith("=")) return context.text("html", index);
  return page.replace(/\{\{[\s\S]*?\}\}/g, (expression) =>
    toHtmlText(context.evaluate(`=${expression}`, index)),
  );
}

const TABLE_STYLE = "style='border-spacing:0; font-family:helvetica,arial,sans-serif'";
const HEADER_STYLE =
  "style='margin:0; padding:7px 20px 7px 0px; border-bottom:1px solid #eee; text-align:left; color:#888; font-weight:normal'";
const CELL_STYLE =
  "style='margin:0; padding:7px 20px 7px 0px; border-bottom:1px solid #eee; color:#444; font-weight:normal'";

const capitalize = (name: string) =>
  name
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");

function toCellText(value: JsonValue | undefined): string {
  if (typeof value !== "boolean") return toHtmlText(value);
  return `<input type="checkbox" ${value ? 'checked="checked"' : ""}/>`;
}

/** Renders an element. A style and attributes that are empty leave their blank, as in n8n. */
const renderElement = (name: string, attributes: readonly string[], content: string) =>
  `<${[name, ...attributes].join(" ")}>${content}</${name}>`;

/** Returns a table of all items. It has a column for each field, in order of first occurrence. */
function renderTable(context: NodeContext): Item {
  const getOption = (name: string) => context.text(`options.${name}`, 0);
  const isPlain = context.flag("options.customStyling", 0);
  const getStyle = (css: string) => (isPlain ? "" : css);
  const columns = [...new Set(context.items.flatMap(({ json }) => Object.keys(json)))];
  const titles = context.flag("options.capitalize", 0) ? columns.map(capitalize) : columns;
  const header = titles.map((title) => renderElement("th", [], title)).join("");
  const rows = context.items.map(({ json }) => {
    const cells = columns.map((column) =>
      renderElement("td", [getStyle(CELL_STYLE), getOption("cellAttributes")], toCellText(json[column])),
    );
    return renderElement("tr", ["", getOption("rowAttributes")], cells.join(""));
  });
  const caption = getOption("caption");
  const content = [
    caption === "" ? "" : renderElement("caption", [], caption),
    renderElement(
      "thead",
      [getStyle(HEADER_STYLE), getOption("headerAttributes")],
      renderElement("tr", [], header),
    ),
    renderElement("tbody", [], rows.join("")),
  ].join("");
  return {
    json: { table: renderElement("table", [getStyle(TABLE_STYLE), getOption("tableAttributes")], content) },
    pairedItem: context.items.map((_, item) => ({ item })),
  };
}

/** Loads the HTML libraries only when a page is read. */
async function read(context: NodeContext, item: Item, index: number): Promise<Item[]> {
  const { extractHtml } = await import("./extract-html.ts");
  return extractHtml(context, item, index);
}

/** The HTML node: it creates a page from a template, extracts parts by selectors, or converts items to a table. */
export const html: NodeType = {
  types: ["n8n-nodes-base.html"],
  versions: [1, 1.1, 1.2],
  async execute(context) {
    const operation = context.text("operation", 0, "generateHtmlTemplate");
    if (operation === "convertToHtmlTable") return [context.items.length === 0 ? [] : [renderTable(context)]];
    return [
      await context.each((item, index) =>
        operation === "extractHtmlContent"
          ? read(context, item, index)
          : [{ json: { html: renderTemplate(context, index) } }],
      ),
    ];
  },
};

/** The HTML Extract node, the predecessor of the HTML node. */
export const htmlExtract: NodeType = {
  types: ["n8n-nodes-base.htmlExtract"],
  versions: [1],
  execute: async (context) => [await context.each((item, index) => read(context, item, index))],
};
