import type { JsonValue } from "../../../protocol/index.ts";
import { ExpressionError } from "./expression-error.ts";
import type { ExpressionScope } from "./expression-scope.ts";

/** Whether a parameter's text is to be evaluated. */
export function isExpression(value: JsonValue | undefined): value is string {
  return typeof value === "string" && value.startsWith("=");
}

/**
 * The value of a text of the file. Without `=` it is the text itself; a single `{{ }}` keeps its type, more are joined.
 * What is thrown within is no value, as in n8n: undefined, or "" in a longer text.
 * @throws ExpressionError for what n8n refuses as well, what is not allowed, and bounds.
 */
export function evaluateText(text: string, _scope: ExpressionScope): JsonValue | undefined {
  if (!isExpression(text)) return text;
  throw new ExpressionError("not yet");
}

/** A parameter with all expressions within it evaluated; the error names the field, which `path` begins. */
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
  const made: { [key: string]: JsonValue } = {};
  for (const [key, entry] of Object.entries(value)) {
    const found = evaluateParameter(entry, scope, path ? `${path}.${key}` : key);
    if (found !== undefined) made[key] = found;
  }
  return made;
}
