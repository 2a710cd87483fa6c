import type { JsonValue } from "../../../protocol/index.ts";

/** What a model's name has behind it to say when it was made: `-2024-07-18`, `-20241022`, `-preview-05-06`, `-001`. */
const EDITION = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|preview(?:-\d{2}-\d{2})?|exp(?:-\d{2}-\d{2})?|latest|00\d)$/;

/** A text, or a choice of a list with the text in it. */
export function chosenText(value: JsonValue | undefined): string {
  const text =
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? (value.value ?? "")
      : (value ?? "");
  return typeof text === "object" ? "" : String(text);
}

/** What the gateway may know a model as, the nearest name first: without its maker, its tier, its edition. */
export function namesOfModel(name: string): string[] {
  const plain = name.trim().replace(/^models\//, "");
  const alone = plain.slice(plain.lastIndexOf("/") + 1).replace(/:free$/, "");
  const names = [plain, alone, alone.replace(EDITION, "")];
  return [...new Set(names)].filter((each) => each !== "");
}

/** The model that a node names, for its needs: undefined where an expression chooses it. */
export function namedModel(value: JsonValue | undefined, fallback: string): string | undefined {
  const text = chosenText(value);
  if (text.startsWith("=")) return undefined;
  return namesOfModel(text)[0] ?? fallback;
}
