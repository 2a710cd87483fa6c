import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { runWithTimeout } from "../../../patterns/bounded-search.ts";
import { withField } from "../../core/fields/field-path.ts";
import { refuseDeepHtml } from "./nesting.ts";

/** The maximum length of the input. Longer input takes the libraries seconds. */
const MAX_CHARS = 5_000_000;
/**
 * The time limit. For each character that opens a span and has no closing counterpart, the libraries search to the
 * end of the text.
 */
const MOST_MS = 10_000;

/** n8n's option names that differ from the library's. */
const RENAMED: Readonly<Record<string, string>> = { addBlankToLinks: "openLinksInNewWindow" };

async function toHtml(options: JsonObject, markdown: string): Promise<string> {
  const { default: showdown } = await import("showdown");
  const converter = new showdown.Converter();
  const defaults = showdown.getDefaultOptions();
  for (const [name, value] of Object.entries(options)) {
    const option = (Object.hasOwn(RENAMED, name) && RENAMED[name]) || name;
    if (Object.hasOwn(defaults, option)) converter.setOption(option, value);
  }
  return runWithTimeout("Markdown", markdown, () => converter.makeHtml(markdown), MOST_MS);
}

const splitNames = (value: JsonValue | undefined) =>
  typeof value === "string"
    ? value
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "")
    : [];

async function toMarkdown(options: JsonObject, html: string): Promise<string> {
  const chosen: Record<string, unknown> = {};
  for (const name of ["bulletMarker", "codeFence", "emDelimiter", "strongDelimiter", "codeBlockStyle"])
    if (typeof options[name] === "string" && options[name] !== "") chosen[name] = options[name];
  for (const name of ["keepDataImages", "useLinkReferenceDefinitions", "useInlineLinks"])
    if (typeof options[name] === "boolean") chosen[name] = options[name];
  if (typeof options.maxConsecutiveNewlines === "number")
    chosen.maxConsecutiveNewlines = options.maxConsecutiveNewlines;
  if (splitNames(options.ignore).length > 0) chosen.ignore = splitNames(options.ignore);
  if (splitNames(options.blockElements).length > 0) chosen.blockElements = splitNames(options.blockElements);
  refuseDeepHtml(html);
  const { NodeHtmlMarkdown } = await import("node-html-markdown");
  return runWithTimeout("HTML", html, () => NodeHtmlMarkdown.translate(html, chosen), MOST_MS);
}

async function convert(context: NodeContext, item: Item, index: number): Promise<Item> {
  const isToHtml = context.text("mode", index, "htmlToMarkdown") === "markdownToHtml";
  const source = context.text(isToHtml ? "markdown" : "html", index);
  if (source.length > MAX_CHARS)
    throw context.failure(`The text is longer than ${MAX_CHARS} characters. Split it into several items`, {
      itemIndex: index,
    });
  const destination = context.text("destinationKey", index, "data");
  if (destination === "")
    throw context.failure("Destination key is required", { field: "destinationKey", itemIndex: index });
  const converted = await (isToHtml ? toHtml : toMarkdown)(context.object("options", index), source);
  return { ...item, json: withField(item.json, destination, converted), pairedItem: { item: index } };
}

/** The Markdown node, which converts Markdown to HTML and back. */
export const markdown: NodeType = {
  types: ["n8n-nodes-base.markdown"],
  versions: [1],
  execute: async (context) => [
    await context.each(async (item, index) => [await convert(context, item, index)]),
  ],
};
