import type { JsonValue } from "@stoa/runtime/protocol";
import { WorkflowLimit } from "../model/node-error.ts";

/** What is nested deeper cannot be kept as an answer (DEEPEST_JSON), with room for what nodes unwrap. */
export const DEEPEST_ITEM = 200;

/** Two quotes, a colon and a comma; also what an empty list or number costs. */
const PUNCTUATION = 8;

/** About the bytes that a value takes. @throws WorkflowLimit where it is more than `most`, or nested too deeply. */
export function estimateBytes(value: JsonValue, most: number): number {
  let weight = 0;
  const open: { value: JsonValue; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: part, depth } = next;
    if (depth > DEEPEST_ITEM)
      throw new WorkflowLimit(`made an item that is nested more than ${DEEPEST_ITEM} levels deep`);
    weight += PUNCTUATION;
    if (typeof part === "string") weight += part.length;
    else if (Array.isArray(part)) for (const entry of part) open.push({ value: entry, depth: depth + 1 });
    else if (part !== null && typeof part === "object")
      for (const key of Object.keys(part)) {
        weight += key.length;
        open.push({ value: part[key] ?? null, depth: depth + 1 });
      }
    if (weight > most)
      throw new WorkflowLimit(`made an item of more than ${Math.floor(most / 1_048_576)} MB`);
  }
  return weight;
}
