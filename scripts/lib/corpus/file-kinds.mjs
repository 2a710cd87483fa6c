import { findSample, isKind, SAMPLE_FILES } from "./sample-files.mjs";

/** @typedef {import("./plausible-json.mjs").ExportedNode} ExportedNode */

/**
 * Returns the kind of file that a workflow extracts data from, such as "csv". Returns undefined if it does not extract
 * data from a file or the kind is unknown.
 * @param {readonly ExportedNode[]} nodes
 */
export function findFileKind(nodes) {
  const extracting = nodes.find(({ type }) => /\.(extractFromFile|readPDF|spreadsheetFile)$/.test(type));
  if (!extracting) return undefined;
  if (extracting.type.endsWith("readPDF")) return "pdf";
  const operation = extracting.parameters?.operation ?? "csv";
  return isKind(operation) ? operation : undefined;
}

/**
 * Returns the file extensions that a form accepts for a field, such as `.png,.jpg`.
 * @param {string} label
 * @param {readonly ExportedNode[]} nodes
 */
function findAcceptedExtensions(label, nodes) {
  const fields = nodes.flatMap(({ parameters }) => parameters?.formFields?.values ?? []);
  const field = fields.find(
    (/** @type {any} */ { fieldLabel, fieldName }) => fieldLabel === label || fieldName === label,
  );
  return String(field?.acceptFileTypes ?? "").split(/[\s,]+/);
}

/**
 * Returns a file that a caller might provide, as a `data:` URL. Its type is one that the form accepts, otherwise one
 * that the workflow reads, otherwise an image.
 * @param {string} label
 * @param {readonly ExportedNode[]} nodes
 */
export function createPlausibleFile(label, nodes) {
  const taken = findAcceptedExtensions(label, nodes)
    .map(findSample)
    .find((sample) => sample !== undefined);
  const { type, bytes } = taken ?? SAMPLE_FILES[findFileKind(nodes) ?? "png"];
  return `data:${type};base64,${bytes.toString("base64")}`;
}
