import type { JsonValue } from "@stoa/runtime/protocol";
import type { CallExpression, Expression, SpreadElement } from "acorn";
import type { JsonObject } from "../model/item.ts";
import { toText } from "../model/json-text.ts";
import { visitCalls } from "./referenced-nodes.ts";

/** A `$fromAI(key, description, type, default)` in a node's parameters, which a model fills in. */
export interface FromAiField {
  key: string;
  description: string | undefined;
  type: "string" | "number" | "boolean" | "json";
  /** If it is undefined, the model must provide a value. */
  fallback: JsonValue | undefined;
}

const NAMES = new Set(["$fromAI", "$fromAi", "$fromai"]);

/**
 * Returns the fields that a model fills in for a node's parameters, in the order of the file and without duplicate
 * keys.
 */
export function findFromAiFields(parameters: JsonObject): FromAiField[] {
  const fields = new Map<string, FromAiField>();
  for (const text of listTexts(parameters)) {
    visitCalls(text, (node) => {
      const field = node.type === "CallExpression" ? readField(node) : undefined;
      if (field && !fields.has(field.key)) fields.set(field.key, field);
    });
  }
  return [...fields.values()];
}

function listTexts(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(listTexts);
}

function readField({
  callee,
  arguments: [key, description, type, fallback],
}: CallExpression): FromAiField | undefined {
  if (callee.type !== "Identifier" || !NAMES.has(callee.name)) return undefined;
  const name = readLiteral(key);
  if (typeof name !== "string" || name === "") return undefined;
  const descriptionText = readLiteral(description);
  return {
    key: name,
    description: typeof descriptionText === "string" && descriptionText !== "" ? descriptionText : undefined,
    type: readType(readLiteral(type)),
    fallback: readLiteral(fallback),
  };
}

function readType(value: JsonValue | undefined): FromAiField["type"] {
  return value === "number" || value === "boolean" || value === "json" ? value : "string";
}

/** Returns the value of a literal in the file without evaluating anything, or undefined for other code. */
function readLiteral(node: Expression | SpreadElement | undefined): JsonValue | undefined {
  if (node?.type === "TemplateLiteral" && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  if (node?.type === "UnaryExpression" && node.operator === "-") {
    const number = readLiteral(node.argument);
    return typeof number === "number" ? -number : undefined;
  }
  if (node?.type === "ArrayExpression") {
    const entries = node.elements.map((element) => readLiteral(element ?? undefined));
    return entries.every((entry) => entry !== undefined) ? entries : undefined;
  }
  if (node?.type === "ObjectExpression") return readLiteralObject(node.properties);
  if (node?.type !== "Literal" || node.regex || typeof node.value === "bigint") return undefined;
  return node.value instanceof RegExp ? undefined : node.value;
}

function readLiteralObject(
  properties: Extract<Expression, { type: "ObjectExpression" }>["properties"],
): JsonValue | undefined {
  const fields = properties.map((property): [string, JsonValue] | undefined => {
    if (property.type !== "Property" || property.computed) return undefined;
    const name = property.key.type === "Identifier" ? property.key.name : readLiteral(property.key);
    const value = readLiteral(property.value);
    return name === undefined || value === undefined ? undefined : [toText(name), value];
  });
  return fields.every((field) => field !== undefined) ? Object.fromEntries(fields) : undefined;
}
