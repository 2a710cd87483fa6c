import { FileId } from "@stoa/contract";

const PREFIX = "stoa://files/";

/** The template of the URIs of files, as clients see it. */
export const FILE_URI_TEMPLATE = `${PREFIX}{file_id}`;

/** Returns the URI of a stored file. */
export const createFileUri = (id: string): string => PREFIX + id;

/** Returns the ID of the file that a URI names; undefined for another URI. */
export function parseFileUri(uri: string): string | undefined {
  return uri.startsWith(PREFIX) ? FileId.safeParse(uri.slice(PREFIX.length)).data : undefined;
}
