import { load } from "cheerio";
import { convert } from "html-to-text";
import type { NodeContext } from "../../../model/node-context.ts";
import { refuseDeepHtml } from "../../files/markup/nesting.ts";
import { splitNames } from "../ai-node-type.ts";

/** Returns the part of a page that the node's selectors match, as HTML or as text. */
export function extractHtmlPart(context: NodeContext, itemIndex: number, html: string): string {
  refuseDeepHtml(html);
  const page = load(html);
  const omitted = splitNames(context.text("elementsToOmit", itemIndex)).join(", ");
  if (omitted !== "") page(omitted).remove();
  const found = page(context.text("cssSelector", itemIndex) || "body");
  if (!context.flag("onlyContent", itemIndex))
    return found
      .toArray()
      .map((each) => page.html(each))
      .join("\n");
  return found
    .toArray()
    .map((each) => convert(page.html(each)))
    .join("\n");
}
