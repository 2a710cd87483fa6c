import type { JsonValue } from "@stoa/runtime/protocol";
import { type CheerioAPI, load } from "cheerio";
import { convert } from "html-to-text";
import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { getField, setOwn } from "../../core/fields/field-path.ts";
import { getBinaryFile } from "../binary-file.ts";
import { decodeText } from "../text-encoding.ts";
import { refuseDeepHtml } from "./nesting.ts";

/** The maximum length of a page. Parsing a longer page takes more than half a second. */
const MAX_HTML_CHARS = 10_000_000;

interface Extraction {
  key: string;
  selector: string;
  returnValue: string;
  attribute: string;
  skipSelectors: string[];
  asList: boolean;
}

type Elements = ReturnType<CheerioAPI>;

const text = (value: JsonValue | undefined) => (typeof value === "string" ? value : "");

function readExtractions(context: NodeContext, index: number): Extraction[] {
  return context.list("extractionValues.values", index).map((entry) => {
    const extraction = (entry ?? {}) as JsonObject;
    return {
      key: text(extraction.key),
      selector: text(extraction.cssSelector),
      returnValue: text(extraction.returnValue) || "text",
      attribute: text(extraction.attribute),
      skipSelectors: text(extraction.skipSelectors)
        .split(",")
        .map((selector) => selector.trim())
        .filter((selector) => selector !== ""),
      asList: extraction.returnArray === true,
    };
  });
}

function extractContent(
  elements: Elements,
  extraction: Extraction,
  version: number,
  emptyText: "" | undefined,
): JsonValue | undefined {
  switch (extraction.returnValue) {
    case "attribute":
      return elements.attr(extraction.attribute);
    case "html":
      return elements.html() || undefined;
    case "value": {
      const value = elements.val();
      return value;
    }
    default: {
      if (version <= 1.1) return elements.text() || emptyText;
      const selectors = extraction.skipSelectors.map((selector) => ({ selector, format: "skip" }));
      return convert(elements.html() ?? "", { selectors });
    }
  }
}

interface Cleaning {
  trim: boolean;
  cleanUp: boolean;
}

function cleanText(value: JsonValue | undefined, { trim, cleanUp }: Cleaning): JsonValue | undefined {
  if (typeof value !== "string") return value;
  const trimmed = trim ? value.trim() : value;
  return cleanUp
    ? trimmed
        .trim()
        .replace(/[\r\n]/g, "")
        .replace(/\s+/g, " ")
    : trimmed;
}

function extractFields(
  html: string,
  extractions: readonly Extraction[],
  version: number,
  cleaning: Cleaning,
): JsonObject {
  const page = load(html);
  const json: JsonObject = {};
  for (const extraction of extractions) {
    const found = page(extraction.selector);
    const one = (elements: Elements) =>
      cleanText(extractContent(elements, extraction, version, cleaning.trim ? "" : undefined), cleaning);
    const value = extraction.asList
      ? found.toArray().map((element) => one(page(element)) ?? null)
      : one(found);
    if (value !== undefined) setOwn(json, extraction.key, value);
  }
  return json;
}

function readSources(context: NodeContext, item: Item, index: number): JsonValue[] {
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

/**
 * Returns the parts of an item's page that CSS selectors match. If the field is a list of pages, returns an item for
 * each page.
 */
export function extractHtml(context: NodeContext, item: Item, index: number): Item[] {
  const extractions = readExtractions(context, index);
  const cleaning = {
    trim: context.flag("options.trimValues", index, context.node.type.endsWith(".htmlExtract")),
    cleanUp: context.flag("options.cleanUpText", index),
  };
  return readSources(context, item, index).map((source) => {
    const html = typeof source === "string" ? source : JSON.stringify(source);
    if (html.length > MAX_HTML_CHARS)
      throw context.failure(`The page is longer than ${MAX_HTML_CHARS} characters. Use a shorter page`, {
        itemIndex: index,
      });
    try {
      refuseDeepHtml(html);
      return { json: extractFields(html, extractions, context.node.version, cleaning) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw context.failure(reason, { field: "extractionValues", itemIndex: index }, { cause: error });
    }
  });
}
