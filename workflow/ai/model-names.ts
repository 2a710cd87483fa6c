import type { JsonValue } from "@stoa/runtime/protocol";

/** The model name that the gateway replaces with its operator's default. */
const DEFAULT_MODEL = "default";

/** Returns the value of a resource locator, or a plain value, as a string. Returns "" for other objects and lists. */
export function getLocatorValue(value: JsonValue | undefined): string {
  const text =
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? (value.value ?? "")
      : (value ?? "");
  return typeof text === "object" ? "" : String(text);
}

/** Returns the model that a node names, or the operator's default. */
export function getModelName(value: JsonValue | undefined): string {
  return getLocatorValue(value).trim() || DEFAULT_MODEL;
}

/** Returns the model that a node names, or undefined if an expression chooses it. */
export function findLiteralModelName(value: JsonValue | undefined): string | undefined {
  return getLocatorValue(value).startsWith("=") ? undefined : getModelName(value);
}
