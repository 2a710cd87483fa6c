import { fieldsNamed } from "./fields-named.mjs";
import { valueNamed } from "./named-values.mjs";
import { chainsRead } from "./names-read.mjs";

/** @typedef {null | boolean | number | string | Json[] | { [key: string]: Json }} Json */
/** @typedef {{ name: string; type: string; parameters?: any }} ExportedNode */

/**
 * The value that a condition wants of the field that it asks last; undefined where no one value is wanted.
 * @param {any} condition
 * @returns {Json | undefined}
 */
function valueOfCondition({ operator, operation, rightValue, value2 }) {
  const right = rightValue ?? value2;
  const asked = operator?.operation ?? operation ?? "equals";
  if (operator?.type === "boolean") return /true|equal/.test(asked) ? right !== false : undefined;
  if (!/^equals?$/.test(asked) || String(right).includes("{{")) return undefined;
  if (typeof right === "number") return right;
  return typeof right === "string" ? right.replace(/^=/, "") : undefined;
}

/**
 * What the conditions of a file compare fields with: an answer that passes them ends loops that ask until it comes.
 * @param {readonly ExportedNode[]} nodes
 */
function valuesWanted(nodes) {
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
    if (typeof left === "string") want(LAST_NAME.exec(left)?.[1], valueOfCondition(value));
    for (const part of Object.values(value)) look(part);
  };
  for (const { parameters } of nodes) {
    look(parameters);
    for (const [, name, value] of JSON.stringify(parameters ?? {}).matchAll(COMPARED)) want(name, value);
  }
  return wanted;
}

/** JSON within a text begins so deep: it has no texts with JSON itself. */
const PARSED_DEPTH = 12;

/** What models' answers stand under. */
const MODEL_TEXT = /^(content|text|output)$/;

/**
 * Fields whose text the code of a file reads as JSON.
 * @param {readonly ExportedNode[]} nodes
 */
function namesParsed(nodes) {
  const calls = JSON.stringify(nodes).matchAll(
    /(?:JSON\.parse|jsonParse)\(([^()]{1,200})\)|([\w.]+)\.(?:parseJson|toObject)\(/g,
  );
  return new Set([...calls].map(([, given, read]) => /(\w+)\W*$/.exec(given ?? read ?? "")?.[1] ?? ""));
}

/**
 * What a model may say to anything: JSON where the file reads some text as JSON, else words that are in any text.
 * @param {readonly ExportedNode[]} nodes
 * @param {unknown} any
 */
export function plausibleText(nodes, any) {
  return namesParsed(nodes).size > 0 ? JSON.stringify(any) : "This is what the model says.";
}

/** What a field is that a Set node converts, by the type that it says. */
/** @type {Readonly<Record<string, Json>>} */
const BY_TYPE = { number: 7, boolean: true, array: ["one"], object: { name: "one" } };

/** The field that an expression ends with. */
const LAST_NAME = /([A-Za-z_]\w*)["'\]]*\s*(?:(?:\|\||\?\?)[^|?]*)?(?:\}\}\s*)?$/;
/** A comparison in code or in an expression, as JSON writes it: `data.state == 'success'`. */
const COMPARED = /\.(\w+)\s*={2,3}\s*(?:'|\\")([\w -]+)(?:'|\\")/g;

/**
 * JSON that has whatever a workflow reads, so that a server or a model may give it as any answer.
 * @param {readonly ExportedNode[]} nodes
 * @returns {{ [key: string]: Json }}
 */
export function plausibleJson(nodes) {
  const wanted = valuesWanted(nodes);
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
  const chains = chainsRead(
    nodes.flatMap(({ type, parameters }) => (type.endsWith(".stickyNote") ? [] : [parameters])),
  );
  for (const parts of chains) add(parts, undefined);
  for (const [parts, value] of fieldsNamed(nodes)) add(parts, value);
  const parsed = namesParsed(nodes);
  const last = (/** @type {(string | number)[]} */ parts) =>
    String(parts.filter((part) => typeof part === "string").at(-1));
  const flat = Object.fromEntries(
    [...new Set(chains.map(last))].map((name) => [name, wanted.get(name) ?? valueNamed(name)]),
  );
  const isParsed = (/** @type {string} */ name) =>
    parsed.has(name) || (parsed.size > 0 && MODEL_TEXT.test(name));
  const leaf = (/** @type {string} */ name, /** @type {number} */ depth) =>
    isParsed(name) && depth < PARSED_DEPTH ? JSON.stringify(whole(PARSED_DEPTH)) : valueNamed(name);
  /** @returns {Json} */
  const made = (
    /** @type {Map<string | number, any>} */ node,
    /** @type {string} */ name,
    /** @type {number} */ depth,
  ) => {
    if (node.has("=")) return node.get("=");
    if (wanted.has(name)) return wanted.get(name) ?? null;
    if (node.has(0)) {
      const inner = node.get(0);
      const entry = inner.size > 0 ? made(inner, name, depth + 1) : {};
      const isRecord = entry !== null && typeof entry === "object" && !Array.isArray(entry);
      return isRecord
        ? [
            { ...flat, ...entry },
            { ...flat, ...entry },
          ]
        : [entry];
    }
    if (node.size === 0 || depth > 2 * PARSED_DEPTH) return leaf(name, depth);
    return Object.fromEntries([...node].map(([key, inner]) => [key, made(inner, String(key), depth + 1)]));
  };
  tree.delete(0);
  const whole = (/** @type {number} */ depth) =>
    Object.fromEntries([...tree].map(([key, inner]) => [key, made(inner, String(key), depth)]));
  return whole(0);
}

/**
 * A value that fits a JSON Schema.
 * @param {any} schema
 * @param {string} [name]
 * @returns {Json}
 */
export function fittingJson(schema, name = "value") {
  if (schema === null || typeof schema !== "object") return {};
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choice = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0];
  if (choice) return fittingJson(choice, name);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "array") {
    const count = Math.max(1, schema.minItems ?? 1);
    return Array.from({ length: count }, () => fittingJson(schema.items ?? { type: "string" }, name));
  }
  if (type === "object" || schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, fittingJson(inner, key)]),
    );
  if (type === "number" || type === "integer") return Math.max(schema.minimum ?? 1, 1);
  if (type === "boolean") return true;
  if (type === "null") return null;
  if (schema.format === "date-time") return "2026-03-04T10:20:30.000Z";
  const named = valueNamed(name);
  return typeof named === "string" ? named : `${name} of an answer`;
}
