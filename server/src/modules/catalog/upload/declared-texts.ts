import { LIMITS } from "@stoa/contract";
import type { Declaration } from "@stoa/runtime/protocol";

function limitTexts(texts: readonly string[], most: number, maxLength: number): string[] {
  const trimmed = texts.map((text) => text.trim().slice(0, maxLength)).filter((text) => text !== "");
  return [...new Set(trimmed)].slice(0, most);
}

/** Returns tags, features and use cases as the file declares them, within the same limits as `PUT`. */
export function getDeclaredTexts(declaration: Declaration): {
  tags: string[];
  features: string[];
  useCases: string[];
} {
  return {
    tags: limitTexts(declaration.tags, LIMITS.tagsMax, LIMITS.tagMaxLength),
    features: limitTexts(declaration.features, LIMITS.listItemsMax, LIMITS.listItemMaxLength),
    useCases: limitTexts(declaration.useCases, LIMITS.listItemsMax, LIMITS.listItemMaxLength),
  };
}
