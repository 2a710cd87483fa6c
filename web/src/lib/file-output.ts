import type { Artifact } from "@stoa/contract/files";
import type { Json } from "@stoa/contract/values";

type JsonObject = Readonly<Record<string, unknown>>;
type Known = Pick<Artifact, "id" | "name">;

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first rows of a table that an agent returned, which the output contains next to the file. */
export interface TablePreview {
  readonly columns: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  /** The number of rows in the file. */
  readonly total: number;
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function readPreview({ columns, rows, preview }: JsonObject): TablePreview | null {
  if (!Array.isArray(columns) || !Array.isArray(preview) || typeof rows !== "number") return null;
  const lists = preview.filter((row): row is unknown[] => Array.isArray(row));
  return { columns: columns.map(toCell), rows: lists.map((row) => row.map(toCell)), total: rows };
}

/** Returns the previews of the tables in an output, by the ID of the file. */
export function findPreviews(output: unknown): ReadonlyMap<string, TablePreview> {
  if (Array.isArray(output)) return new Map(output.flatMap((value) => [...findPreviews(value)]));
  if (!isObject(output)) return new Map();
  if (typeof output.file_id !== "string") return findPreviews(Object.values(output));
  const preview = readPreview(output);
  return new Map(preview === null ? [] : [[output.file_id, preview]]);
}

function findFile(value: unknown, files: readonly Known[]): Known | undefined {
  return isObject(value) ? files.find(({ id }) => id === value.file_id) : undefined;
}

function nameFiles(value: Json, files: readonly Known[]): Json {
  const file = findFile(value, files);
  if (file !== undefined) return file.name;
  if (Array.isArray(value)) return value.map((part) => nameFiles(part, files));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, nameFiles(part, files)]));
}

/**
 * Returns an output with the names of the returned files in place of their details, because the screen shows the files
 * themselves. Returns `null` if the output contains nothing else.
 */
export function replaceFiles(output: Json, files: readonly Known[]): Json {
  if (files.length === 0 || typeof output !== "object" || output === null) return output;
  if (findFile(output, files) !== undefined) return null;
  const parts = Object.values(output);
  const hasOnlyFiles = parts.length > 0 && parts.every((part) => findFile(part, files) !== undefined);
  return hasOnlyFiles ? null : nameFiles(output, files);
}
