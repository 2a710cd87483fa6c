import { isKind, SAMPLE_FILES, sampleNamed } from "./sample-files.mjs";

/** @typedef {import("./plausible-json.mjs").ExportedNode} ExportedNode */

/**
 * Which kind of file servers give a workflow, by what it does with files; JSON where nothing else is clear.
 * @param {readonly ExportedNode[]} nodes
 */
export function fileKind(nodes) {
  const extracting = nodes.find(({ type }) => /\.(extractFromFile|readPDF|spreadsheetFile)$/.test(type));
  if (!extracting) return undefined;
  if (extracting.type.endsWith("readPDF")) return "pdf";
  const operation = extracting.parameters?.operation ?? "csv";
  return isKind(operation) ? operation : undefined;
}

/**
 * The endings that a form takes for a field: `.png,.jpg`.
 * @param {string} label
 * @param {readonly ExportedNode[]} nodes
 */
function endingsTaken(label, nodes) {
  const fields = nodes.flatMap(({ parameters }) => parameters?.formFields?.values ?? []);
  const field = fields.find(
    (/** @type {any} */ { fieldLabel, fieldName }) => fieldLabel === label || fieldName === label,
  );
  return String(field?.acceptFileTypes ?? "").split(/[\s,]+/);
}

/**
 * A file that a caller might give, as a `data:` URL: what the form takes, else what the workflow reads, else a picture.
 * @param {string} label
 * @param {readonly ExportedNode[]} nodes
 */
export function plausibleFile(label, nodes) {
  const taken = endingsTaken(label, nodes)
    .map(sampleNamed)
    .find((sample) => sample !== undefined);
  const { type, bytes } = taken ?? SAMPLE_FILES[fileKind(nodes) ?? "png"];
  return `data:${type};base64,${bytes.toString("base64")}`;
}
