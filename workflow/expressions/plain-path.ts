import type { Expression } from "acorn";
import type { ExpressionScope } from "./expression-scope.ts";
import { refuseForbidden } from "./values/forbidden-names.ts";

/**
 * A path such as `$json.a["b"][0]`. Four fifths of all expressions are a single path, which does not need the
 * interpreter.
 */
export type PlainPath = readonly (string | number)[];

/** The result if only the interpreter can determine the value. */
export const NOT_PLAIN = Symbol("not plain");

/** Returns an expression as a plain path, or undefined if it is anything else. */
export function parsePlainPath(expression: Expression): PlainPath | undefined {
  const path: (string | number)[] = [];
  let node: Expression = expression.type === "ChainExpression" ? expression.expression : expression;
  while (node.type === "MemberExpression") {
    const { property, computed } = node;
    if (!computed && property.type === "Identifier") path.unshift(property.name);
    else if (property.type === "Literal" && isKey(property.value)) path.unshift(property.value);
    else return undefined;
    if (node.object.type === "Super") return undefined;
    node = node.object;
  }
  if (node.type !== "Identifier" || node.name !== "$json") return undefined;
  for (const name of path) refuseForbidden(String(name));
  return path;
}

function isKey(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/**
 * Returns the value at a path, or NOT_PLAIN if only the interpreter can determine it. Everything on the path is item
 * data, so the only functions that it can reach are JavaScript's own.
 */
export function readPlainPath(path: PlainPath, scope: ExpressionScope): unknown {
  let value: unknown = scope.inputs[0]?.[scope.itemIndex]?.json;
  for (let index = 0; index < path.length; index++) {
    if (typeof value !== "object" || value === null) return NOT_PLAIN;
    value = (value as Record<string | number, unknown>)[path[index] as string];
    if (typeof value === "function") return NOT_PLAIN;
    if (value === undefined) return undefined;
  }
  return value;
}
