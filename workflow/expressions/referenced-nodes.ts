import type { AnyNode, CallExpression, MemberExpression } from "acorn";
import { prepareText } from "./prepared-text.ts";
import { walkSyntax } from "./syntax.ts";

/**
 * Returns the names of nodes that the expressions in `text` read with `$('Name')`, `$node["Name"]` or `$items("Name")`.
 */
export function findReferencedNodes(text: string): string[] {
  const names = new Set<string>();
  visitCalls(text, (node) => {
    const name = node.type === "CallExpression" ? findCalledNode(node) : findLegacyNode(node);
    if (name !== undefined) names.add(name);
  });
  return [...names];
}

/**
 * Calls `visit` with each call and member access in the expressions of `text`. Does nothing if the text cannot be
 * parsed.
 */
export function visitCalls(text: string, visit: (node: CallExpression | MemberExpression) => void): void {
  if (!text.startsWith("=")) return;
  for (const piece of prepareText(text).pieces) {
    if (typeof piece === "string" || !piece.expression) continue;
    walkSyntax(piece.expression, (node: AnyNode) => {
      if (node.type === "CallExpression" || node.type === "MemberExpression") visit(node);
    });
  }
}

function findCalledNode({ callee, arguments: [first] }: CallExpression): string | undefined {
  const asks = callee.type === "Identifier" && (callee.name === "$" || callee.name === "$items");
  return asks && first?.type === "Literal" && typeof first.value === "string" ? first.value : undefined;
}

function findLegacyNode({ object, property, computed }: MemberExpression): string | undefined {
  if (object.type !== "Identifier" || object.name !== "$node") return undefined;
  if (!computed && property.type === "Identifier") return property.name;
  return property.type === "Literal" && typeof property.value === "string" ? property.value : undefined;
}
