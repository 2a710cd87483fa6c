import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { findLeftOut, findVirtualEnvironments, type LeftOut } from "@stoa/contract/left-out";
import { LIMITS } from "@stoa/contract/limits";
import { zipSync } from "fflate";
import { createUsageError } from "./errors.ts";

/** A folder as the archive that is uploaded. */
export interface FolderArchive {
  content: Uint8Array;
  filename: string;
  /** What is not in the archive, because the server would leave it out, too. */
  leftOut: LeftOut[];
}

/** Zip cannot store an earlier date. With one date, the same files give the same bytes. */
const NO_DATE = new Date("1980-01-01T00:00:00");

/**
 * Packs a folder into a zip archive, with a top folder that the server removes.
 * @throws CliError if the folder has no file to upload, or is over a limit of an upload
 */
export function packFolder(folder: string): FolderArchive {
  const top = basename(resolve(folder));
  const paths = listFiles(folder, top);
  const leftOut = new Map<string, LeftOut>();
  const environments = findVirtualEnvironments(paths);
  const kept = paths.filter((path) => {
    const found = findLeftOut(path, environments);
    if (found) leftOut.set(found.name, { ...found, name: found.name.slice(top.length + 1) });
    return !found;
  });
  if (kept.length === 0) throw createUsageError(`${folder} has no file to upload.`);
  if (kept.length > LIMITS.archiveMaxFiles)
    throw createUsageError(
      `${folder} has ${kept.length} files; an agent can have ${LIMITS.archiveMaxFiles}. Upload a folder that contains only the agent.`,
    );
  let bytes = 0;
  const files: Record<string, Uint8Array> = {};
  for (const path of kept) {
    const content = readFileSync(join(folder, path.slice(top.length + 1)));
    bytes += content.length;
    if (bytes > LIMITS.archiveMaxBytes)
      throw createUsageError(
        `The files in ${folder} are larger than ${LIMITS.archiveMaxBytes / 1024 / 1024} MiB together. Leave out what the agent does not need.`,
      );
    files[path] = content;
  }
  return {
    content: zipSync(files, { mtime: NO_DATE }),
    filename: `${top}.zip`,
    leftOut: [...leftOut.values()],
  };
}

/**
 * Returns the paths of all files below a folder, each beginning with the top folder's name. Folders of tools are not
 * entered, because they can contain very many files. Links are omitted: they may lead out of the folder.
 */
function listFiles(folder: string, path: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const full = `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        const isClutter = findLeftOut(`${full}/file`, []) !== undefined;
        return isClutter ? [`${full}/`] : listFiles(join(folder, entry.name), full);
      }
      return entry.isFile() ? [full] : [];
    });
}

/** Returns whether a path is a folder; false if there is nothing. */
export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
