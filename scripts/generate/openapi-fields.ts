import { describeField } from "@stoa/contract/reference/index";

interface Described {
  description?: string;
  $ref?: string;
  properties?: Record<string, Described>;
}

/** Adds the description of every field of an object, at any depth, unless its declaration has one. */
export function describeFields(value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) describeFields(item);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const { properties } = value as Described;
  for (const [name, field] of Object.entries(properties ?? {})) {
    const words = describeField(name);
    if (words !== undefined && typeof field === "object") field.description ??= words;
  }
  for (const part of Object.values(value)) describeFields(part);
}
