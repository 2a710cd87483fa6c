import { type Node, type Program, parse } from "acorn";
import { CodeFailure } from "./code-failure.ts";
import { CODE_LIMITS } from "./code-limits.ts";

export interface CheckedSource {
  source: string;
  tree: Program;
}

/** An author's function body as a syntax tree. @throws CodeFailure that names the line. */
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

/** The text of what is called at a place of the source, where something is. */
export function calledAt({ source, tree }: CheckedSource, line: number, column: number): string | undefined {
  const offset = offsetOf(source, line, column);
  let best: { text: string; distance: number } | undefined;
  const open: unknown[] = [tree];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) open.push(...next);
    if (!isNode(next) || next.end < offset || next.start > offset) continue;
    const { callee } = next as Node & { callee?: unknown };
    if (isNode(callee) && (next.type === "CallExpression" || next.type === "NewExpression")) {
      const distance = Math.abs(callee.end - offset);
      if (!best || distance <= best.distance)
        best = { text: source.slice(callee.start, callee.end), distance };
    }
    open.push(...Object.values(next));
  }
  return best?.text;
}

function offsetOf(source: string, line: number, column: number): number {
  let offset = 0;
  for (let passed = 1; passed < line; passed++) offset = source.indexOf("\n", offset) + 1;
  return offset + column - 1;
}
