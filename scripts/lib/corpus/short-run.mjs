import { createPlausibleFile } from "./file-kinds.mjs";

/** @typedef {import("./plausible-json.mjs").ExportedNode} ExportedNode */

/**
 * The values of a Wait node's `resume` parameter that wait for an answer. These waits stay in the file, because the
 * script answers them immediately.
 */
const WAITS_FOR_SOMEBODY = new Set(["webhook", "form"]);

/**
 * Returns the file without the waits that only delay a run, and with at most two pages per paginated request. Keeps
 * only the trigger's pinned output, because the author tried the workflow with it.
 * @param {string} source
 * @param {string} trigger
 */
export function shortenRun(source, trigger) {
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

/** Matches the report's description of a field for a file. */
const FILE_FIELD = /^(.*) \(a file: .*\)$/;

/**
 * Returns a plausible input for the report's parameters.
 * @param {readonly { name: string; type: string; [key: string]: any }[]} parameters
 * @param {any} known plausible values by field name
 * @param {readonly ExportedNode[]} nodes
 */
export function createPlausibleInput(parameters, known, nodes) {
  const body = known.body !== null && typeof known.body === "object" ? known.body : {};
  const values = Object.fromEntries(
    parameters.map(({ name, type, description, required, choices, default: initial }) => {
      const file = FILE_FIELD.exec(description)?.[1];
      const value = initial ?? choices?.[0] ?? (required ? undefined : body[name]);
      return [
        name,
        file === undefined
          ? (value ?? createPlausibleValue(name, type, known))
          : createPlausibleFile(file, nodes),
      ];
    }),
  );
  return { ...body, ...values };
}

/** @param {string} name @param {string} type @param {any} known */
function createPlausibleValue(name, type, known) {
  if (type === "number" || type === "integer") return 3;
  if (type === "boolean") return true;
  if (type === "array") return ["one"];
  if (type === "object") return known;
  const found = known.body?.[name] ?? known[name];
  if (typeof found === "string" || typeof found === "number") return found;
  if (/mail/i.test(name)) return "ada@example.com";
  return /url|link|site/i.test(name) ? "https://example.com/page" : "What is new today?";
}
