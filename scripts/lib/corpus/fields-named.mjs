import { findNamedValue } from "./named-values.mjs";

/** @typedef {import("./plausible-json.mjs").Json} Json */
/** @typedef {import("./plausible-json.mjs").ExportedNode} ExportedNode */

/** @param {string} part */
const toPart = (part) => (/^\d+$/.test(part) ? 0 : part);

/** @typedef {[(string | number)[], Json?][]} NamedFields */

/** Functions that return the fields that a node reads by name. The keys are the ends of node types. */
/** @type {Readonly<Record<string, (parameters: any) => NamedFields>>} */
const NAMED_BY = {
  splitOut: ({ fieldToSplitOut = "" }) =>
    String(fieldToSplitOut)
      .split(",")
      .map((field) => field.trim())
      .filter((field) => field !== "" && !field.startsWith("="))
      .map((field) => [[...field.split("."), 0]]),
  html: ({ operation, dataPropertyName = "data" }) =>
    operation === "extractHtmlContent" ? [[[dataPropertyName], findNamedValue("html")]] : [],
  htmlExtract: ({ dataPropertyName = "data" }) => [[[dataPropertyName], findNamedValue("html")]],
  respondToWebhook({ respondWith, responseBody = "" }) {
    const name = /([A-Za-z_]\w*)\s*\}\}\s*$/.exec(responseBody)?.[1];
    return respondWith === "json" && name ? [[[name], { message: "Hello" }]] : [];
  },
  convertToFile: ({ sourceProperty }) =>
    typeof sourceProperty === "string"
      ? [[sourceProperty.match(/[^.[\]]+/g)?.map(toPart) ?? [], "aGVsbG8="]]
      : [],
  googleSheets: ({ filtersUI }) =>
    (filtersUI?.values ?? [])
      .filter((/** @type {any} */ { lookupColumn }) => typeof lookupColumn === "string")
      .map((/** @type {any} */ { lookupColumn, lookupValue = "" }) => [
        [lookupColumn],
        String(lookupValue).startsWith("=") ? findNamedValue(lookupColumn) : lookupValue,
      ]),
  xml: ({ dataPropertyName = "data" }) => [[[dataPropertyName], "<list><entry id='1'>one</entry></list>"]],
};
/**
 * Returns the fields that a node's JSON inserts without quotes. Their values are numbers, because a string would make
 * the JSON invalid.
 * @param {any} parameters
 * @returns {NamedFields}
 */
function findBareNames({ responseBody, jsonBody, jsonOutput }) {
  const written = [responseBody, jsonBody, jsonOutput].filter((text) => typeof text === "string").join("\n");
  return [...written.matchAll(/:\s*\{\{\s*\$json\.([\w.]+)\s*\}\}\s*[,}\n]/g)].map(([, path = ""]) => [
    path.split("."),
    7,
  ]);
}

const NAMED_ALIKE = { itemLists: "splitOut" };

/**
 * Returns fields that nodes name in their own parameters instead of in expressions.
 * @param {readonly ExportedNode[]} nodes
 * @returns {NamedFields}
 */
export function findNamedFields(nodes) {
  return nodes.flatMap(({ type, parameters = {} }) => {
    const kind = type.slice(type.lastIndexOf(".") + 1);
    const own =
      NAMED_BY[/** @type {Record<string, string>} */ (NAMED_ALIKE)[kind] ?? kind]?.(parameters) ?? [];
    return [...own, ...findBareNames(parameters)];
  });
}
