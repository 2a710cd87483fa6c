import { defineMethods, type Method } from "../methods/method.ts";
import type { Kind } from "../values/kinds.ts";
import { ARRAY_EXTENSIONS } from "./array-extensions.ts";
import { DATE_EXTENSIONS, ISO_TEXT_EXTENSIONS } from "./date-extensions.ts";
import { BOOLEAN_EXTENSIONS, NUMBER_EXTENSIONS } from "./number-extensions.ts";
import { OBJECT_EXTENSIONS } from "./object-extensions.ts";
import { STRING_EXTENSIONS } from "./string-extensions.ts";

/** n8n's own functions on values ("data transformation functions"), keyed by the kind of the value. */
export const EXTENSIONS: { readonly [kind in Kind]?: ReadonlyMap<string, Method> } = {
  string: defineMethods({ ...ISO_TEXT_EXTENSIONS, ...STRING_EXTENSIONS }),
  number: defineMethods(NUMBER_EXTENSIONS),
  boolean: defineMethods(BOOLEAN_EXTENSIONS),
  array: defineMethods(ARRAY_EXTENSIONS),
  object: defineMethods(OBJECT_EXTENSIONS),
  Date: defineMethods(DATE_EXTENSIONS),
  DateTime: defineMethods(DATE_EXTENSIONS),
};

/** Returns the kinds of values that have this function of n8n, or an empty list if there is no such function. */
export function findExtensionOwners(name: string): string[] {
  return Object.entries(EXTENSIONS).flatMap(([kind, table]) => (table.has(name) ? [kind] : []));
}
