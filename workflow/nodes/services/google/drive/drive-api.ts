import type { JsonObject } from "../../../../model/item.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { inPath, type ServiceQuery } from "../../service-call.ts";
import { askGoogle } from "../ask-google.ts";

export const FOLDER_TYPE = "application/vnd.google-apps.folder";

/** Paths of files, as a grant names them. */
export const FILE_PATHS = ["/drive/v3/files/**"] as const;

/** Without it files of shared drives cannot be seen. */
export const ALL_DRIVES = { supportsAllDrives: true } as const;

/** The path of one file, or of what belongs to it. */
export const filePath = (id: string, more = ""): string => `/drive/v3/files/${inPath(id)}${more}`;

/** What is known of a file. */
export function fileFields(
  context: NodeContext,
  itemIndex: number,
  id: string,
  fields: string,
): Promise<JsonObject> {
  const query: ServiceQuery = { ...ALL_DRIVES, fields };
  return askGoogle(context, itemIndex, { method: "GET", path: filePath(id), query });
}

/** Fields that an author chose, as the API wants them; `id, name` where none are chosen. */
export function chosenFields(chosen: unknown): string {
  const names = Array.isArray(chosen) ? chosen.filter((name) => typeof name === "string") : [];
  if (names.length === 0) return "id, name";
  return names.includes("*") ? "*" : names.join(", ");
}
