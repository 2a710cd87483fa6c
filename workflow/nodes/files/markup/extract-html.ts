import type { JsonValue } from "@stoa/runtime/protocol";
import { type CheerioAPI, load } from "cheerio";
import { convert } from "html-to-text";
import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { getField, setOwn } from "../../core/fields/field-path.ts";
import { getBinaryFile } from "../binary-file.ts";
import { decodeText } from "../text-encoding.ts";
import { refuseDeepHtml } from "./nesting.ts";

/** Parsing a larger page takes more than half a second. */
const MAX_HTML_CHARS = 10_000_000;

interface Wish {
  key: string;
  selector: string;
  returnValue: string;
  attribute: string;
  skipSelectors: string[];
  asList: boolean;
}

type Elements = ReturnType<CheerioAPI>;

const text = (value: JsonValue | undefined) => (typeof value === "string" ? value : "");

function wishesOf(context: NodeContext, index: number): Wish[] {
  return context.list("extractionValues.values", index).map((entry) => {
    const wish = (entry ?? {}) as JsonObject;
    return {
      key: text(wish.key),
      selector: text(wish.cssSelector),
      returnValue: text(wish.returnValue) || "text",
      attribute: text(wish.attribute),
      skipSelectors: text(wish.skipSelectors)
        .split(",")
        .map((selector) => selector.trim())
        .filter((selector) => selector !== ""),
      asList: wish.returnArray === true,
    };
  });
}

function contentOf(elements: Elements, wish: Wish, version: number): JsonValue | undefined {
  switch (wish.returnValue) {
    case "attribute":
      return elements.attr(wish.attribute);
    case "html":
      return elements.html() || undefined;
    case "value": {
      const value = elements.val();
      return value;
    }
    default: {
      if (version <= 1.1) return elements.text() || undefined;
      const selectors = wish.skipSelectors.map((selector) => ({ selector, format: "skip" }));
      return convert(elements.html() ?? "", { selectors });
    }
  }
}

interface Cleaning {
  trim: boolean;
  cleanUp: boolean;
}

function cleaned(value: JsonValue | undefined, { trim, cleanUp }: Cleaning): JsonValue | undefined {
  if (typeof value !== "string") return value;
  const trimmed = trim ? value.trim() : value;
  return cleanUp
    ? trimmed
        .trim()
        .replace(/[\r\n]/g, "")
        .replace(/\s+/g, " ")
    : trimmed;
}

function extracted(html: string, wishes: readonly Wish[], version: number, cleaning: Cleaning): JsonObject {
  const page = load(html);
  const json: JsonObject = {};
  for (const wish of wishes) {
    const found = page(wish.selector);
    const one = (elements: Elements) => cleaned(contentOf(elements, wish, version), cleaning);
    const value = wish.asList
      ? found
          .toArray()
          .map((element) => one(page(element)))
          .filter((each) => each !== undefined)
      : one(found);
    if (value !== undefined) setOwn(json, wish.key, value);
  }
  return json;
}

function sourcesOf(context: NodeContext, item: Item, index: number): JsonValue[] {
  const name = context.text("dataPropertyName", index, "data");
  if (context.text("sourceData", index, "json") === "binary")
    return [decodeText(getBinaryFile(context, item, index, name).bytes)];
  const value = getField(item.json, name);
  if (value === undefined)
    throw context.failure(`No property named "${name}" exists!`, {
      field: "dataPropertyName",
      itemIndex: index,
    });
  return Array.isArray(value) ? value : [value];
}

/** Returns what CSS selectors match in an item's page. A list of pages results in an item for each. */
export function extractHtml(context: NodeContext, item: Item, index: number): Item[] {
  const wishes = wishesOf(context, index);
  const cleaning = {
    trim: context.flag("options.trimValues", index),
    cleanUp: context.flag("options.cleanUpText", index),
  };
  return sourcesOf(context, item, index).map((source) => {
    const html = typeof source === "string" ? source : JSON.stringify(source);
    if (html.length > MAX_HTML_CHARS)
      throw context.failure(`The page is longer than ${MAX_HTML_CHARS} characters`, { itemIndex: index });
    try {
      refuseDeepHtml(html);
      return { json: extracted(html, wishes, context.node.version, cleaning) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw context.failure(reason, { field: "extractionValues", itemIndex: index }, { cause: error });
    }
  });
}
