import { describeField } from "@stoa/contract/reference/index";

interface DescribedField {
  description?: string;
  $ref?: string;
  properties?: Record<string, DescribedField>;
}

/** Adds a description to every field of an object, at any depth, unless the field's declaration already has one. */
export function describeFields(value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) describeFields(item);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const { properties } = value as DescribedField;
  for (const [name, field] of Object.entries(properties ?? {})) {
    const fieldDescription = describeField(name);
    if (fieldDescription !== undefined && typeof field === "object") field.description ??= fieldDescription;
  }
  for (const part of Object.values(value)) describeFields(part);
}
