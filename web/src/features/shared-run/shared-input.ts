import { MESSAGE_FIELDS } from "@stoa/contract/message-fields";
import type { Json } from "@stoa/contract/values";

/** The name of a file that the caller gave the agent; null if the file was deleted. */
export interface InputFile {
  readonly file: string | null;
}

/** One value of a run's input, as the page shows it. */
export interface InputItem {
  readonly name: string;
  readonly value: string;
  readonly kind: "text" | "json" | "file";
}

const DELETED = "Deleted file";
const ALIASES: ReadonlySet<string> = new Set(MESSAGE_FIELDS);

function isInputFile(value: unknown): value is InputFile {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { file, ...rest } = value as Record<string, unknown>;
  return Object.keys(rest).length === 0 && (file === null || typeof file === "string");
}

function toItem(name: string, value: unknown): InputItem {
  const files = [value].flat();
  if (files.length > 0 && files.every(isInputFile))
    return { name, value: files.map(({ file }) => file ?? DELETED).join("\n"), kind: "file" };
  if (typeof value === "string") return { name, value, kind: "text" };
  return { name, value: JSON.stringify(value, null, 2), kind: "json" };
}

/**
 * Lists the values of a run's input. Clients may send the message under several names at once; it is listed only under the
 * first one.
 */
export function listInputItems(input: Json): readonly InputItem[] {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return [];
  const seen = new Set<string>();
  return Object.entries(input).flatMap(([name, value]) => {
    if (value === "" || value === null) return [];
    if (ALIASES.has(name) && typeof value === "string") {
      if (seen.has(value)) return [];
      seen.add(value);
    }
    return [toItem(name, value)];
  });
}
