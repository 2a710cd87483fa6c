import { findNamedFields } from "./fields-named.mjs";
import { findNamedValue } from "./named-values.mjs";
import { findReadChains } from "./names-read.mjs";

/** @typedef {null | boolean | number | string | Json[] | { [key: string]: Json }} Json */
/** @typedef {{ name: string; type: string; parameters?: any }} ExportedNode */

/**
 * Returns the value that a condition requires of the last field that it reads. Returns undefined if there is no single
 * required value.
 * @param {any} condition
 * @returns {Json | undefined}
 */
function getConditionValue({ operator, operation, rightValue, value2 }) {
  const right = rightValue ?? value2;
  const operatorName = operator?.operation ?? operation ?? "equals";
  if (operator?.type === "boolean") return /true|equal/.test(operatorName) ? right !== false : undefined;
  if (!/^equals?$/.test(operatorName) || String(right).includes("{{")) return undefined;
  if (typeof right === "number") return right;
  return typeof right === "string" ? right.replace(/^=/, "") : undefined;
}

/**
 * Returns the values with which the conditions of a file compare fields. An answer with these values ends loops that
 * repeat a request until the conditions are true.
 * @param {readonly ExportedNode[]} nodes
 */
function findWantedValues(nodes) {
  /** @type {Map<string, Json>} */
  const wanted = new Map();
  const want = (/** @type {string | undefined} */ name, /** @type {Json | undefined} */ value) => {
    if (name !== undefined && value !== undefined && !wanted.has(name)) wanted.set(name, value);
  };
  const look = (/** @type {any} */ value) => {
    if (value === null || typeof value !== "object") return;
    const left = value.leftValue ?? value.value1;
    if (typeof value.value === "string" && value.name !== undefined && value.value.startsWith("=")) {
      const type = BY_TYPE[value.type];
      if (type !== undefined) want(LAST_NAME.exec(value.value)?.[1], type);
    }
    if (typeof left === "string") want(LAST_NAME.exec(left)?.[1], getConditionValue(value));
    for (const part of Object.values(value)) look(part);
  };
  for (const { parameters } of nodes) {
    look(parameters);
    for (const [, name, value] of JSON.stringify(parameters ?? {}).matchAll(COMPARED)) want(name, value);
  }
  return wanted;
}

/** From this depth on, values are part of a string that contains JSON. Strings in it do not contain further JSON. */
const PARSED_DEPTH = 12;

/** The names of the fields that contain models' answers. */
const MODEL_TEXT = /^(content|text|output)$/;

/**
 * Returns the fields whose strings the file's code parses as JSON.
 * @param {readonly ExportedNode[]} nodes
 */
function findParsedNames(nodes) {
  const calls = JSON.stringify(nodes).matchAll(
    /(?:JSON\.parse|jsonParse)\(([^()]{1,200})\)|([\w.]+)\.(?:parseJson|toObject)\(/g,
  );
  return new Set([...calls].map(([, given, read]) => /(\w+)\W*$/.exec(given ?? read ?? "")?.[1] ?? ""));
}

/**
 * Returns a plausible model answer to any prompt: JSON if the workflow parses any string as JSON, otherwise ordinary
 * words.
 * @param {readonly ExportedNode[]} nodes
 * @param {unknown} any
 */
export function createPlausibleText(nodes, any) {
  return findParsedNames(nodes).size > 0 ? JSON.stringify(any) : "This is what the model says.";
}

/** The value of a field that a Set node converts, keyed by its declared type. */
/** @type {Readonly<Record<string, Json>>} */
const BY_TYPE = { number: 7, boolean: true, array: ["one"], object: { name: "one" } };

/** Matches the field at the end of an expression. */
const LAST_NAME = /([A-Za-z_]\w*)["'\]]*\s*(?:(?:\|\||\?\?)[^|?]*)?(?:\}\}\s*)?$/;
/**
 * Matches a comparison such as `data.state == 'success'` in code or in an expression, with quotes escaped as in JSON.
 */
const COMPARED = /\.(\w+)\s*={2,3}\s*(?:'|\\")([\w -]+)(?:'|\\")/g;

/**
 * Returns JSON with all fields that a workflow reads, so that it can be the answer of any server or model.
 * @param {readonly ExportedNode[]} nodes
 * @returns {{ [key: string]: Json }}
 */
export function createPlausibleJson(nodes) {
  const wanted = findWantedValues(nodes);
  /** @type {Map<string | number, any>} */
  const tree = new Map();
  const add = (/** @type {(string | number)[]} */ parts, /** @type {Json | undefined} */ value) => {
    let at = tree;
    for (const part of parts) {
      if (!at.has(part)) at.set(part, new Map());
      at = at.get(part);
    }
    if (value !== undefined) at.set("=", value);
  };
  const chains = findReadChains(
    nodes.flatMap(({ type, parameters }) => (type.endsWith(".stickyNote") ? [] : [parameters])),
  );
  for (const parts of chains) add(parts, undefined);
  for (const [parts, value] of findNamedFields(nodes)) add(parts, value);
  const parsed = findParsedNames(nodes);
  const getLast = (/** @type {(string | number)[]} */ parts) =>
    String(parts.filter((part) => typeof part === "string").at(-1));
  const flat = Object.fromEntries(
    [...new Set(chains.map(getLast))].map((name) => [name, wanted.get(name) ?? findNamedValue(name)]),
  );
  const isParsed = (/** @type {string} */ name) =>
    parsed.has(name) || (parsed.size > 0 && MODEL_TEXT.test(name));
  const createLeaf = (/** @type {string} */ name, /** @type {number} */ depth) =>
    isParsed(name) && depth < PARSED_DEPTH ? JSON.stringify(createRoot(PARSED_DEPTH)) : findNamedValue(name);
  /** @returns {Json} */
  const createValue = (
    /** @type {Map<string | number, any>} */ node,
    /** @type {string} */ name,
    /** @type {number} */ depth,
  ) => {
    if (node.has("=")) return node.get("=");
    if (wanted.has(name)) return wanted.get(name) ?? null;
    if (node.has(0)) {
      const inner = node.get(0);
      const entry = inner.size > 0 ? createValue(inner, name, depth + 1) : {};
      const isRecord = entry !== null && typeof entry === "object" && !Array.isArray(entry);
      return isRecord
        ? [
            { ...flat, ...entry },
            { ...flat, ...entry },
          ]
        : [entry];
    }
    if (node.size === 0 || depth > 2 * PARSED_DEPTH) return createLeaf(name, depth);
    return Object.fromEntries(
      [...node].map(([key, inner]) => [key, createValue(inner, String(key), depth + 1)]),
    );
  };
  tree.delete(0);
  const createRoot = (/** @type {number} */ depth) =>
    Object.fromEntries([...tree].map(([key, inner]) => [key, createValue(inner, String(key), depth)]));
  return createRoot(0);
}

/**
 * Returns a value that matches a JSON Schema.
 * @param {any} schema
 * @param {string} [name]
 * @returns {Json}
 */
export function createFittingJson(schema, name = "value") {
  if (schema === null || typeof schema !== "object") return {};
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choice = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0];
  if (choice) return createFittingJson(choice, name);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "array") {
    const count = Math.max(1, schema.minItems ?? 1);
    return Array.from({ length: count }, () => createFittingJson(schema.items ?? { type: "string" }, name));
  }
  if (type === "object" || schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, createFittingJson(inner, key)]),
    );
  if (type === "number" || type === "integer") return Math.max(schema.minimum ?? 1, 1);
  if (type === "boolean") return true;
  if (type === "null") return null;
  if (schema.format === "date-time") return "2026-03-04T10:20:30.000Z";
  const named = findNamedValue(name);
  return typeof named === "string" ? named : `${name} of an answer`;
}
