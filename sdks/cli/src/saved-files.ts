import { mkdirSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { ExecutionResult } from "../../js/src/index.ts";
import { CliError } from "./errors.ts";
import { formatBytes } from "./format.ts";
import type { Session } from "./session.ts";
import { printNote, toPrintable } from "./terminal.ts";

/** A run returns at most 20 files, so a folder with this many files of one name is not ours. */
const MOST_SAME_NAMES = 1000;

/** Downloads the files that the agent returned into a folder. Never replaces a file that is already there. */
export async function saveFiles(
  session: Session,
  { artifacts }: ExecutionResult,
  folder: string,
): Promise<void> {
  if (artifacts.length === 0) return;
  for (const { id, name, size } of artifacts) {
    const content = await session.files.download(id);
    const path = writeNewFile(folder, toSafeName(name), new Uint8Array(await content.arrayBuffer()));
    printNote(`Saved ${path} (${formatBytes(size)})`);
  }
}

/** Returns a name that stays in its folder on every system. */
function toSafeName(name: string): string {
  const safe = basename(toPrintable(name).replace(/[\\/:*?"<>|]/g, "_")).replace(/^\.+/, "_");
  return safe === "" ? "file" : safe;
}

function writeNewFile(folder: string, name: string, content: Uint8Array): string {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  try {
    mkdirSync(folder, { recursive: true });
    for (let count = 1; count <= MOST_SAME_NAMES; count += 1) {
      const path = join(folder, count === 1 ? name : `${stem} (${count})${extension}`);
      try {
        writeFileSync(path, content, { flag: "wx" });
        return path;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
  } catch (error) {
    throw new CliError(`Could not save ${name} in ${folder}: ${(error as Error).message}`);
  }
  throw new CliError(`Could not save ${name}: ${folder} already has ${MOST_SAME_NAMES} files of this name.`);
}
