import type { JsonValue } from "@stoa/runtime/protocol";
import { type Expression, type Property, parseExpressionAt, type SpreadElement } from "acorn";
import { setOwn } from "./field-path.ts";

/** Parses JSON, or an object literal with single quotes or unquoted words. @throws SyntaxError for other text */
export function readLooseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    const value = parseLiteral(text);
    if (value === undefined) throw error;
    return value;
  }
}

/**
 * The maximum length of a literal. Longer literals are not handwritten, and their syntax tree is many times as large.
 */
const LONGEST_LITERAL = 1_000_000;

function parseLiteral(text: string): JsonValue | undefined {
  if (text.length > LONGEST_LITERAL || !/^\s*[{[]/.test(text)) return undefined;
  try {
    const tree = parseExpressionAt(`(${text}\n)`, 0, { ecmaVersion: 2023 });
    return evaluateLiteral(tree);
  } catch {
    return undefined;
  }
}

function evaluateLiteral(node: Expression | SpreadElement | null): JsonValue {
  if (node?.type === "Literal") {
    const { value } = node;
    if (
      value === null ||
      typeof value === "string" ||
      typeof value === "number" ||
      typeof value === "boolean"
    )
      return value;
  }
  if (node?.type === "Identifier") return node.name;
  if (node?.type === "UnaryExpression" && node.operator === "-") {
    const value = evaluateLiteral(node.argument);
    if (typeof value === "number") return -value;
  }
  if (node?.type === "ArrayExpression") return node.elements.map(evaluateLiteral);
  if (node?.type === "ObjectExpression") {
    const record: { [key: string]: JsonValue } = {};
    for (const property of node.properties)
      setOwn(record, getKey(property), evaluateLiteral(getValueExpression(property)));
    return record;
  }
  throw new SyntaxError("the literal contains a value that is not valid in JSON");
}

function getValueExpression(property: Property | SpreadElement): Expression | null {
  return property.type === "Property" && property.kind === "init" && !property.method ? property.value : null;
}

function getKey(property: Property | SpreadElement): string {
  if (property.type === "Property" && !property.computed) {
    if (property.key.type === "Identifier") return property.key.name;
    if (property.key.type === "Literal") return String(property.key.value);
  }
  throw new SyntaxError("the literal has a computed key or a spread");
}
