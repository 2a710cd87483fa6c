import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../model/is-object.ts";
import type { Item, JsonObject } from "../../model/item.ts";

/** What a caller gave, as the items that a trigger makes its own of: each record of a list, else one. */
export function callerItems(input: JsonValue | undefined): Item[] {
  if (input === undefined || input === null) return [{ json: {} }];
  if (Array.isArray(input))
    return input.map((entry) => ({ json: isObject(entry) ? entry : { message: entry } }));
  return [{ json: isObject(input) ? input : { message: input } }];
}

/** Names that a message goes by, where the caller gives fields. */
const MESSAGE_NAMES = ["chatInput", "message", "input", "text", "query", "question", "prompt"];

export const textOf = (value: JsonValue | undefined): string => {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** The message among what a caller gave, and the name that it stood under. */
export function messageIn(json: JsonObject): { name: string | undefined; text: string } {
  const names = Object.keys(json);
  const name =
    MESSAGE_NAMES.find((known) => Object.hasOwn(json, known)) ?? (names.length === 1 ? names[0] : undefined);
  return { name, text: name === undefined ? "" : textOf(json[name]) };
}

/** A field's name as programs may write it: `Company Name?` as `company_name`. */
export function plainName(label: string): string {
  const name = label
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase();
  return /^\p{L}/u.test(name) ? name : `field_${name}`;
}
