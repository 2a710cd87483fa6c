import type { InputParam } from "@stoa/contract/catalog";
import { FILE_ID } from "@stoa/contract/file-id";

type FileParam = Pick<InputParam, "type">;

/** Replaces files in a form that are not uploaded yet, so that the form is incomplete until they are. */
const PENDING = "pending";

/** Returns whether a parameter takes files. */
export function isFileParam({ type }: FileParam): boolean {
  return type === "file" || type === "files";
}

function parseList(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** Returns the IDs of the uploaded files in the typed value of a parameter. */
export function parseFileIds({ type }: FileParam, text: string): readonly string[] {
  const ids = type === "files" ? parseList(text) : [text];
  return ids.filter((id): id is string => typeof id === "string" && FILE_ID.test(id));
}

/** Returns the typed value of a parameter. `isPending`: there are files that are not uploaded yet. */
export function formatFileIds({ type }: FileParam, ids: readonly string[], isPending = false): string {
  const all = isPending ? [...ids, PENDING] : ids;
  if (type === "files") return all.length === 0 ? "" : JSON.stringify(all);
  return all.at(-1) ?? "";
}

/** Returns whether the typed value contains a file that is not uploaded yet. */
export function hasPendingFile({ type }: FileParam, text: string): boolean {
  return type === "files" ? parseList(text).includes(PENDING) : text === PENDING;
}

/** Returns whether a file has one of the extensions that a parameter names; true if it names none. */
export function isExpectedFile({ accept }: Pick<InputParam, "accept">, name: string): boolean {
  if (accept === undefined || accept.length === 0) return true;
  return accept.some((extension) => name.toLowerCase().endsWith(extension.toLowerCase()));
}

/** Returns the IDs of the files in the input of a run, in the order of its parameters. */
export function findFileIds(input: Readonly<Record<string, unknown>> | null): readonly string[] {
  const values = Object.values(input ?? {}).flatMap((value): unknown[] =>
    Array.isArray(value) ? value : [value],
  );
  return values.filter((value): value is string => typeof value === "string" && FILE_ID.test(value));
}
