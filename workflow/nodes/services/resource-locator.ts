import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../model/is-object.ts";
import type { NodeContext } from "../../model/node-context.ts";

/** A parameter's value and mode: `id`, `list`, `url` or `name`. */
export interface ResourceLocator {
  mode: string;
  value: string;
}

const toLocatorText = (value: JsonValue | undefined): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";

/** Reads a resource locator, or the plain string that older versions use. */
export function readResourceLocator(context: NodeContext, path: string, itemIndex: number): ResourceLocator {
  const value = context.parameter(path, itemIndex);
  if (!isObject(value)) return { mode: "id", value: toLocatorText(value) };
  const { mode, value: chosen } = value;
  return { mode: toLocatorText(mode) || "id", value: toLocatorText(chosen) };
}

/**
 * Returns the ID in a resource locator. In a URL, it is the part that `inAddress` captures.
 * @throws NodeError if there is no ID
 */
export function getLocatorId(
  context: NodeContext,
  path: string,
  itemIndex: number,
  inAddress?: RegExp,
): string {
  const { mode, value } = readResourceLocator(context, path, itemIndex);
  const isAddress = inAddress !== undefined && (mode === "url" || /^https?:\/\//.test(value));
  const id = isAddress ? inAddress.exec(value)?.[1] : value;
  if (id) return id;
  const problem = value === "" ? "is empty" : "contains a URL of a different kind of resource";
  throw context.failure(`The parameter '${path}' ${problem}`, { field: path, itemIndex });
}
