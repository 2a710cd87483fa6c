import { basename, join } from "node:path";
import { LIMITS } from "@stoa/contract/limits";
import { createUsageError } from "./errors.ts";
import { isFolder, packFolder } from "./folder-archive.ts";
import { readBytes } from "./run-input.ts";
import { printNote } from "./terminal.ts";

/** The file that is uploaded, and the folder in which its README may be. */
export interface UploadFile {
  file: Uint8Array;
  filename: string;
  /** The folder that was packed; undefined for a single file, whose folder can be about anything. */
  folder: string | undefined;
}

/**
 * Reads an agent's file, archive or folder. A folder is packed, and the names of what is left out are shown.
 * @throws CliError if it cannot be read, or is over a limit of an upload
 */
export function readUploadFile(path: string): UploadFile {
  if (isFolder(path)) {
    const { content, filename, leftOut } = packFolder(path);
    for (const { name, isSecret } of leftOut)
      printNote(
        isSecret ? `Left out ${name}: set its values under Secrets in the studio.` : `Left out ${name}`,
      );
    return { file: content, filename, folder: path };
  }
  const file = readBytes(path);
  const limit = path.endsWith(".zip") ? LIMITS.archiveMaxBytes : LIMITS.uploadMaxBytes;
  if (file.length > limit) throw createUsageError(`${path} is larger than ${limit / 1024 / 1024} MiB.`);
  return { file, filename: basename(path), folder: undefined };
}

/**
 * Returns the documentation of a new agent: the option, of which `@` names a file, else the README of the folder;
 * undefined if there is neither.
 */
export function readDocumentation(given: string | undefined, { folder }: UploadFile): string | undefined {
  if (given !== undefined) return given.startsWith("@") ? readBytes(given.slice(1)).toString("utf8") : given;
  if (folder === undefined) return undefined;
  try {
    return readBytes(join(folder, "README.md")).toString("utf8");
  } catch {
    return undefined;
  }
}
