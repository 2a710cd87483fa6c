import { type AnyNode, type Expression, type Options, parseExpressionAt, tokenizer, tokTypes } from "acorn";
import { ExpressionError } from "./expression-error.ts";
import { MAX_CODE_LENGTH, MAX_NESTING } from "./interpreter/limits.ts";

/** Parentheses are kept in the tree, so that the end of an expression includes its closing parenthesis. */
const OPTIONS: Options = { ecmaVersion: 2022, sourceType: "script", preserveParens: true };

/** Syntax that n8n's expressions do not need, with the name that errors use for it. */
const REFUSED: Readonly<Record<string, string>> = {
  ThisExpression: "this",
  Super: "super",
  MetaProperty: "new.target",
  ImportExpression: "import()",
  AwaitExpression: "await",
  YieldExpression: "yield",
  ClassExpression: "class",
  ClassDeclaration: "class",
  TaggedTemplateExpression: "a tagged template",
  PrivateIdentifier: "a private name",
  DebuggerStatement: "debugger",
  WithStatement: "with",
};

/**
 * Parses the code between `{{` and `}}` as one expression. Returns undefined if there is no expression.
 * @throws ExpressionError with the reason and the position
 */
export function parseCode(code: string): Expression | undefined {
  if (code.length > MAX_CODE_LENGTH)
    throw new ExpressionError("it is longer than 100,000 characters between {{ and }}");
  try {
    if (findFirstToken(code, 0) === undefined) return undefined;
    const expression = parseExpressionAt(code, 0, OPTIONS);
    const rest = findFirstToken(code, expression.end);
    if (rest !== undefined)
      throw new ExpressionError("it must be a single expression, but more text follows its end", rest);
    refuseSyntax(expression);
    return expression;
  } catch (error) {
    throw toExpressionError(error);
  }
}

/** Returns the position of the first token that is neither `;` nor a comment. Returns undefined if there is none. */
function findFirstToken(code: string, from: number): number | undefined {
  const rest = `${" ".repeat(from)}${code.slice(from)}`;
  for (const token of tokenizer(rest, OPTIONS)) if (token.type !== tokTypes.semi) return token.start;
  return undefined;
}

function toExpressionError(error: unknown): unknown {
  if (error instanceof RangeError) return new ExpressionError("it is nested too deeply");
  if (!(error instanceof SyntaxError)) return error;
  const at = "pos" in error && typeof error.pos === "number" ? error.pos : undefined;
  return new ExpressionError(`invalid syntax: ${error.message.replace(/ \(\d+:\d+\)$/, "")}`, at, {
    cause: error,
  });
}

/**
 * Calls `visit` with every node of a syntax tree, from the outside in.
 * @throws ExpressionError if the tree is too deep
 */
export function walkSyntax(root: AnyNode, visit: (node: AnyNode) => void): void {
  const waiting: [AnyNode, number][] = [[root, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, depth] = next;
    if (depth > MAX_NESTING) throw new ExpressionError("it is nested too deeply", node.start);
    visit(node);
    const parts = Object.values(node).flatMap((part: unknown): unknown[] =>
      Array.isArray(part) ? part : [part],
    );
    for (const part of parts.reverse()) if (isNode(part)) waiting.push([part, depth + 1]);
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function refuseSyntax(root: Expression): void {
  walkSyntax(root, (node) => {
    const reason = REFUSED[node.type];
    if (reason) throw new ExpressionError(`${reason} cannot be used in an expression`, node.start);
    if (isFunction(node) && (node.async || node.generator))
      throw new ExpressionError("async functions and generators cannot be used in an expression", node.start);
    if (node.type === "Property" && node.kind !== "init")
      throw new ExpressionError("get and set cannot be used in an expression", node.start);
    if (node.type === "Literal" && typeof node.bigint === "string")
      throw new ExpressionError("BigInt literals cannot be used in an expression", node.start);
  });
}

function isFunction(node: AnyNode): node is AnyNode & { async: boolean; generator: boolean } {
  return "async" in node && "generator" in node;
}
