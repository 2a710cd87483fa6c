import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";

/** Headers of a message as the API lists them: `[name, value]`. */
export function headersOf({ payload }: JsonObject): [name: string, value: string][] {
  const headers = isObject(payload) && Array.isArray(payload.headers) ? payload.headers.filter(isObject) : [];
  return headers.map(({ name, value }) => [toText(name), toText(value)]);
}

/** One header, however its name is written; "" where it is not there. */
export function headerOf(message: JsonObject, wanted: string): string {
  return headersOf(message).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";
}
