import { type Node, type Program, parse } from "acorn";
import { CodeFailure } from "./code-failure.ts";
import { CODE_LIMITS } from "./code-limits.ts";

export interface CheckedSource {
  source: string;
  tree: Program;
}

/** Parses an author's function body. @throws CodeFailure if it is invalid, too long or nested too deeply */
export function checkSource(source: string): CheckedSource {
  if (source.length > CODE_LIMITS.sourceCharacters)
    throw new CodeFailure(
      `The code is longer than ${CODE_LIMITS.sourceCharacters.toLocaleString("en-US")} characters`,
    );
  try {
    const tree = parse(source, {
      ecmaVersion: "latest",
      sourceType: "script",
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      allowSuperOutsideMethod: false,
    });
    return { source, tree };
  } catch (error) {
    if (error instanceof RangeError) throw new CodeFailure("The code is nested too deeply");
    const { message, loc } = error as Error & { loc?: { line: number } };
    throw new CodeFailure(message.replace(/ \(\d+:\d+\)$/, ""), { line: loc?.line });
  }
}

function isNode(value: unknown): value is Node {
  return value !== null && typeof value === "object" && "type" in value && "start" in value;
}

type Parts = Node & { [part: string]: unknown };

function* walkNodes(tree: Node, from: number, to: number): Generator<Parts> {
  const open: unknown[] = [tree];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) open.push(...(next as unknown[]));
    if (!isNode(next) || next.end < from || next.start > to) continue;
    yield next as Parts;
    open.push(...(Object.values(next) as unknown[]));
  }
}

const getText = (source: string, { start, end }: Node) => source.slice(start, end);

/** Returns the source of the callee if there is a call at the given position. */
export function findCallAt(
  { source, tree }: CheckedSource,
  line: number,
  column: number,
): string | undefined {
  const offset = toOffset(source, line, column);
  let best: { text: string; distance: number } | undefined;
  for (const { type, callee } of walkNodes(tree, offset, offset)) {
    if (!isNode(callee) || (type !== "CallExpression" && type !== "NewExpression")) continue;
    const distance = Math.abs(callee.end - offset);
    if (!best || distance <= best.distance) best = { text: getText(source, callee), distance };
  }
  return best?.text;
}

/** Returns the key in brackets that is read at the given position, if the key is a literal. */
export function findMemberAt(
  { source, tree }: CheckedSource,
  line: number,
  column: number,
): string | undefined {
  const offset = toOffset(source, line, column);
  let best: { text: string | undefined; distance: number } | undefined;
  for (const { type, computed, object, property } of walkNodes(tree, offset, offset)) {
    if (type !== "MemberExpression" || computed !== true || !isNode(object) || !isNode(property)) continue;
    const distance = Math.abs(object.end - offset);
    const { type: kind, value } = property as Parts;
    if (!best || distance < best.distance)
      best = { text: kind === "Literal" ? String(value) : undefined, distance };
  }
  return best?.text;
}

/** Returns the source of the expression that a line iterates over, if it is a single name or path. */
export function findIterableAt({ source, tree }: CheckedSource, line: number): string | undefined {
  const from = toOffset(source, line, 1);
  const end = source.indexOf("\n", from);
  const found: string[] = [];
  for (const { type, right, argument, id, init } of walkNodes(tree, from, end < 0 ? source.length : end)) {
    if (type === "ForOfStatement" && isNode(right)) found.push(getText(source, right));
    if (type === "SpreadElement" && isNode(argument)) found.push(getText(source, argument));
    const isList = isNode(id) && id.type === "ArrayPattern";
    if (type === "VariableDeclarator" && isList && isNode(init)) found.push(getText(source, init));
  }
  const [only] = found;
  return found.length === 1 && only !== undefined && /^[\w$.]+$/.test(only) && only !== "undefined"
    ? only
    : undefined;
}

function toOffset(source: string, line: number, column: number): number {
  let offset = 0;
  for (let passed = 1; passed < line; passed++) offset = source.indexOf("\n", offset) + 1;
  return offset + column - 1;
}
