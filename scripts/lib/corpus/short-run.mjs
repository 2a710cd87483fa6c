import { plausibleFile } from "./file-kinds.mjs";

/** @typedef {import("./plausible-json.mjs").ExportedNode} ExportedNode */

/** Whom these wait for answers at once. */
const WAITS_FOR_SOMEBODY = new Set(["webhook", "form"]);

/**
 * A file whose run takes no longer than its work: nothing is waited for between tries, requests and rounds. Of pinned
 * output only the trigger's is left, which is what its author tried the workflow with.
 * @param {string} source
 * @param {string} trigger
 */
export function shortened(source, trigger) {
  const file = JSON.parse(source);
  for (const node of /** @type {any[]} */ (file.nodes ?? [])) {
    node.waitBetweenTries = 0;
    const { parameters = {} } = node;
    if (node.type.endsWith(".wait") && !WAITS_FOR_SOMEBODY.has(parameters.resume))
      node.parameters = { ...parameters, resume: "timeInterval", amount: 0, unit: "seconds" };
    const batch = parameters.options?.batching?.batch;
    if (batch) batch.batchInterval = 0;
    const pages = parameters.options?.pagination?.pagination;
    if (pages) Object.assign(pages, { requestInterval: 0, limitPagesFetched: true, maxRequests: 2 });
  }
  const pinned = file.pinData?.[trigger];
  file.pinData = pinned === undefined ? {} : { [trigger]: pinned };
  return { source: JSON.stringify(file), hasPinnedInput: pinned !== undefined };
}

/** How the report describes fields that files are put into. */
const FILE_FIELD = /^(.*) \(a file: .*\)$/;

/**
 * What a caller might give, by the report's parameters.
 * @param {readonly { name: string; type: string; [key: string]: any }[]} parameters
 * @param {any} known what fields of these names might have
 * @param {readonly ExportedNode[]} nodes
 */
export function plausibleInput(parameters, known, nodes) {
  const body = known.body !== null && typeof known.body === "object" ? known.body : {};
  const given = Object.fromEntries(
    parameters.map(({ name, type, description, required, choices, default: initial }) => {
      const file = FILE_FIELD.exec(description)?.[1];
      const value = initial ?? choices?.[0] ?? (required ? undefined : body[name]);
      return [
        name,
        file === undefined ? (value ?? plausibleValue(name, type, known)) : plausibleFile(file, nodes),
      ];
    }),
  );
  return { ...body, ...given };
}

/** @param {string} name @param {string} type @param {any} known */
function plausibleValue(name, type, known) {
  if (type === "number" || type === "integer") return 3;
  if (type === "boolean") return true;
  if (type === "array") return ["one"];
  if (type === "object") return known;
  const found = known.body?.[name] ?? known[name];
  if (typeof found === "string" || typeof found === "number") return found;
  if (/mail/i.test(name)) return "ada@example.com";
  return /url|link|site/i.test(name) ? "https://example.com/page" : "What is new today?";
}
