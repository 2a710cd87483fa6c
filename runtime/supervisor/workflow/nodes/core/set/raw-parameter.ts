import type { JsonValue } from "../../../../../protocol/index.ts";
import type { NodeContext } from "../../../model/node-context.ts";

/**
 * A parameter that holds JSON with expressions within: lists and objects that they give are written as JSON.
 * @returns the value as it is, where the file has no expression there.
 */
export function rawParameter(context: NodeContext, path: string, itemIndex: number): JsonValue | undefined {
  const raw = context.raw(path);
  if (typeof raw !== "string" || !raw.startsWith("=")) return raw;
  return raw.replace(/^=+/, "").replace(/\{\{[\s\S]*?\}\}/g, (expression) => {
    const value = context.evaluate(`=${expression}`, itemIndex);
    return value !== null && typeof value === "object" ? JSON.stringify(value) : String(value);
  });
}
