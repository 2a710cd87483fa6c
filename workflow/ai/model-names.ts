import type { JsonValue } from "@stoa/runtime/protocol";

/** The name by which a gateway gives its operator's choice: of a file that names no model. */
const DEFAULT_MODEL = "default";

/** A text, or a choice of a list with the text in it. */
export function getLocatorValue(value: JsonValue | undefined): string {
  const text =
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? (value.value ?? "")
      : (value ?? "");
  return typeof text === "object" ? "" : String(text);
}

/** Returns the model to ask for: the one that a node names, else the operator's default. */
export function getModelName(value: JsonValue | undefined): string {
  return getLocatorValue(value).trim() || DEFAULT_MODEL;
}

/** Returns the model that a node names, for its needs: undefined if an expression chooses it. */
export function findLiteralModelName(value: JsonValue | undefined): string | undefined {
  return getLocatorValue(value).startsWith("=") ? undefined : getModelName(value);
}
