import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../model/is-object.ts";
import type { NodeContext } from "../../model/node-context.ts";

/** What a parameter points at, and how its author said so: `id`, `list`, `url`, `name`. */
export interface ResourceLocator {
  mode: string;
  value: string;
}

const written = (value: JsonValue | undefined): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";

/** A resource locator, or the plain text that older versions have in its place. */
export function readResourceLocator(context: NodeContext, path: string, itemIndex: number): ResourceLocator {
  const value = context.parameter(path, itemIndex);
  if (!isObject(value)) return { mode: "id", value: written(value) };
  const { mode, value: chosen } = value;
  return { mode: written(mode) || "id", value: written(chosen) };
}

/**
 * The id that a resource locator holds; of an address the part that `inAddress` captures.
 * @throws NodeError where it holds none.
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
  const problem = value === "" ? "is empty" : "holds an address that leads to nothing of the kind";
  throw context.failure(`The parameter '${path}' ${problem}`, { field: path, itemIndex });
}
