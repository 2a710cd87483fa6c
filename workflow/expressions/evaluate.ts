import type { JsonValue } from "@stoa/runtime/protocol";
import { ExpressionError } from "./expression-error.ts";
import type { ExpressionScope } from "./expression-scope.ts";
import { interpret } from "./interpreter/machine.ts";
import { Run } from "./interpreter/run.ts";
import { isExhaustion, isFinal } from "./interpreter/thrown.ts";
import { NOT_PLAIN, readPlainPath } from "./plain-path.ts";
import { prepareText } from "./prepared-text.ts";
import type { Code, Piece } from "./template.ts";
import { Callable } from "./values/callable.ts";
import { toText } from "./values/conversions.ts";
import { define, toJson } from "./values/to-json.ts";

/** Returns whether a parameter's text is an expression. */
function isExpression(value: JsonValue | undefined): value is string {
  return typeof value === "string" && value.startsWith("=");
}

/**
 * Evaluates text of the file. Text without `=` is returned unchanged. A single `{{ }}` keeps the type of its value;
 * several are joined to a string. As in n8n, an expression that throws an error is undefined, or "" within longer text.
 * @throws ExpressionError if n8n also refuses the expression, if the expression uses something that is not allowed, or
 * if it reaches a limit
 */
export function evaluateText(text: string, scope: ExpressionScope): JsonValue | undefined {
  if (!isExpression(text)) return text;
  const { path } = prepareText(text);
  const plain = path ? readPlainPath(path, scope) : NOT_PLAIN;
  return (plain === NOT_PLAIN ? evaluateWithin(text, new Run(scope, evaluateWithin)) : plain) as
    | JsonValue
    | undefined;
}

function evaluateWithin(text: string, run: Run): unknown {
  const { pieces, error } = prepareText(text);
  if (error) throw addPlace(error, text);
  const [only] = pieces;
  if (only === undefined) return "";
  if (pieces.length === 1)
    return typeof only === "string" ? only : evaluateCode(only, text, run, (value) => toValue(run, value));
  return joinPieces(pieces, text, run);
}

function joinPieces(pieces: readonly Piece[], text: string, run: Run): string {
  let result = "";
  for (const piece of pieces) {
    result +=
      typeof piece === "string"
        ? piece
        : (evaluateCode(piece, text, run, (value) => toResultText(run, value)) ?? "");
    run.fits(result.length);
  }
  run.text(result.length);
  return result;
}

function evaluateCode<T>(code: Code, text: string, run: Run, finish: (value: unknown) => T): T | undefined {
  if (!code.expression) return undefined;
  try {
    return finish(run.current(interpret(code.expression, run)));
  } catch (error) {
    if (!isFinal(error) && !(error instanceof ExpressionError)) return undefined;
    const at = code.at + (code.expression.start ?? 0);
    if (isExhaustion(error))
      throw addPlace(new ExpressionError("it is nested too deeply: split it into several nodes"), text, at);
    throw error instanceof ExpressionError ? addPlace(error, text, at) : error;
  }
}

function refuseFunction(value: unknown): void {
  if (value instanceof Callable)
    throw new ExpressionError(
      `it returns the function ${value.title} instead of its result. Add parentheses: ${value.title}()`,
    );
}

function toValue(run: Run, value: unknown): unknown {
  refuseFunction(value);
  return typeof value === "object" ? toJson(run, value) : value;
}

/**
 * Returns a value as part of longer text. As in n8n, missing values become "", and objects become `[object Object]`.
 */
function toResultText(run: Run, value: unknown): string {
  refuseFunction(value);
  const isNothing = value === undefined || value === null || Number.isNaN(value);
  return isNothing ? "" : toText(run, value);
}

const SHOWN = 80;

/** Adds the position in the text to an error. */
function addPlace(error: ExpressionError, text: string, from = 0): ExpressionError {
  const at = error.at ?? from;
  const rest = text.slice(1 + at, 1 + at + SHOWN);
  const shown = rest
    .slice(0, rest.includes("}}") ? rest.indexOf("}}") : SHOWN)
    .replace(/\s+/g, " ")
    .trim();
  const place = shown === "" ? "at its end" : `at "${shown}"`;
  return new ExpressionError(`the expression cannot be evaluated: ${error.message}, ${place}`, at, {
    cause: error,
  });
}

/** Evaluates all expressions in a parameter. Errors name the field with a path that starts with `path`. */
export function evaluateParameter(
  value: JsonValue,
  scope: ExpressionScope,
  path: string,
): JsonValue | undefined {
  if (isExpression(value)) {
    try {
      return evaluateText(value, scope);
    } catch (error) {
      if (error instanceof ExpressionError) error.field = path;
      throw error;
    }
  }
  if (Array.isArray(value))
    return value.map((entry, index) => evaluateParameter(entry, scope, `${path}[${index}]`) ?? null);
  if (value === null || typeof value !== "object") return value;
  const result: { [key: string]: JsonValue } = {};
  for (const [key, entry] of Object.entries(value)) {
    const found = evaluateParameter(entry, scope, path ? `${path}.${key}` : key);
    if (found !== undefined) define(result, key, found);
  }
  return result;
}
