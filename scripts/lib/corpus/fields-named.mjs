import { valueNamed } from "./named-values.mjs";

/** @typedef {import("./plausible-json.mjs").Json} Json */
/** @typedef {import("./plausible-json.mjs").ExportedNode} ExportedNode */

/** @param {string} part */
const asPart = (part) => (/^\d+$/.test(part) ? 0 : part);

/** @typedef {[(string | number)[], Json?][]} NamedFields */

/** What a node reads by the name of a field, by the end of its type. */
/** @type {Readonly<Record<string, (parameters: any) => NamedFields>>} */
const NAMED_BY = {
  splitOut: ({ fieldToSplitOut = "" }) =>
    String(fieldToSplitOut)
      .split(",")
      .map((field) => field.trim())
      .filter((field) => field !== "" && !field.startsWith("="))
      .map((field) => [[...field.split("."), 0]]),
  html: ({ operation, dataPropertyName = "data" }) =>
    operation === "extractHtmlContent" ? [[[dataPropertyName], valueNamed("html")]] : [],
  htmlExtract: ({ dataPropertyName = "data" }) => [[[dataPropertyName], valueNamed("html")]],
  respondToWebhook({ respondWith, responseBody = "" }) {
    const name = /([A-Za-z_]\w*)\s*\}\}\s*$/.exec(responseBody)?.[1];
    return respondWith === "json" && name ? [[[name], { message: "Hello" }]] : [];
  },
  convertToFile: ({ sourceProperty }) =>
    typeof sourceProperty === "string"
      ? [[sourceProperty.match(/[^.[\]]+/g)?.map(asPart) ?? [], "aGVsbG8="]]
      : [],
  googleSheets: ({ filtersUI }) =>
    (filtersUI?.values ?? [])
      .filter((/** @type {any} */ { lookupColumn }) => typeof lookupColumn === "string")
      .map((/** @type {any} */ { lookupColumn, lookupValue = "" }) => [
        [lookupColumn],
        String(lookupValue).startsWith("=") ? valueNamed(lookupColumn) : lookupValue,
      ]),
  xml: ({ dataPropertyName = "data" }) => [[[dataPropertyName], "<list><entry id='1'>one</entry></list>"]],
};
/**
 * Fields that are in written JSON without quotes around them: text would break it.
 * @param {any} parameters
 * @returns {NamedFields}
 */
function bareInJson({ responseBody, jsonBody, jsonOutput }) {
  const written = [responseBody, jsonBody, jsonOutput].filter((text) => typeof text === "string").join("\n");
  return [...written.matchAll(/:\s*\{\{\s*\$json\.([\w.]+)\s*\}\}\s*[,}\n]/g)].map(([, path = ""]) => [
    path.split("."),
    7,
  ]);
}

const NAMED_ALIKE = { itemLists: "splitOut" };

/**
 * Fields that nodes name in words of their own, not in expressions.
 * @param {readonly ExportedNode[]} nodes
 * @returns {NamedFields}
 */
export function fieldsNamed(nodes) {
  return nodes.flatMap(({ type, parameters = {} }) => {
    const kind = type.slice(type.lastIndexOf(".") + 1);
    const own =
      NAMED_BY[/** @type {Record<string, string>} */ (NAMED_ALIKE)[kind] ?? kind]?.(parameters) ?? [];
    return [...own, ...bareInJson(parameters)];
  });
}
