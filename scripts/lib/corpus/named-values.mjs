/** @typedef {import("./plausible-json.mjs").Json} Json */

/** Common names of fields, with typical values. */
/** @type {readonly [RegExp, Json][]} */
const BY_NAME = [
  [
    /html$/i,
    "<html><body><h1>Title</h1><p>Text of a page</p><a href='https://example.com/a'>A</a></body></html>",
  ],
  [
    /^(is|has|was)[A-Z_]|(_|^)(exists|renamed_file|deleted_file|new_file)$|^(success|ok|done|valid|enabled|active|found|available)$/,
    true,
  ],
  [/(url|uri|domain|link|href|webpage|website)s?$/i, "https://example.com/page"],
  [/e?mail(address)?$/i, "ada@example.com"],
  [/(date|Date|_at|At|time|timestamp|deadline|start|end|After|Before)$/, "2026-03-04T10:20:30.000Z"],
  [
    /(count|total|price|amount|score|size|page|age|number|quantity|index|limit|duration|rate|percent|temp\w*|lat|lon|lng|cost|seconds|width|height|confidence|ms|days|hours|minutes|under|over|max|min)$/i,
    7,
  ],
  [/^(base64|b64_json)$|base64$/i, "aGVsbG8="],
];

/**
 * Returns a plausible value for a field with this name.
 * @param {string} name
 * @returns {Json}
 */
export const findNamedValue = (name) =>
  BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? `${name} of an answer`;
