import type { JsonValue } from "@stoa/runtime/protocol";
import { jsonrepair } from "jsonrepair";

/** The maximum length of text that is repaired, which takes many times as long as parsing JSON. */
const LONGEST_REPAIRED = 1_000_000;

/**
 * Parses JSON. As in n8n, text that is not quite JSON is repaired first: missing or single quotes, line breaks in
 * strings, a missing bracket at the end, or code fences around the JSON. @throws Error if it cannot be repaired
 */
export function parseRepairedJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (text.length > LONGEST_REPAIRED) throw error;
    return JSON.parse(jsonrepair(text)) as JsonValue;
  }
}
