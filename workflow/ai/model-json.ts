import type { JsonValue } from "@stoa/runtime/protocol";
import { toStorableJson } from "@stoa/runtime/sandbox";

const FENCED = /```(?:json)?\s*([\s\S]*?)```/;

function tryParse(text: string): JsonValue | undefined {
  try {
    return toStorableJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * Returns the JSON in a model's answer, which may be inside a code fence or other text. Returns undefined if the answer
 * contains no JSON.
 */
export function extractJson(text: string): JsonValue | undefined {
  const whole = tryParse(text.trim());
  if (whole !== undefined) return whole;
  const fenced = FENCED.exec(text)?.[1];
  const inside = fenced === undefined ? undefined : tryParse(fenced.trim());
  if (inside !== undefined) return inside;
  const [from, to] = [text.indexOf("{"), text.lastIndexOf("}")];
  return from >= 0 && to > from ? tryParse(text.slice(from, to + 1)) : undefined;
}
