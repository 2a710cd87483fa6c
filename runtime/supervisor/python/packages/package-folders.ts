import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../environments/command-output.ts";
import { openFolder } from "../environments/draft-folder.ts";
import { measureFolder } from "./package-wall.ts";

/**
 * Folders that were used within this time are kept, because a run, or an upload that is not stored yet, may need them.
 */
const UNTOUCHABLE_MS = 60 * 60_000;
/** The number of hexadecimal digits in a folder's name. 96 bits are enough to tell all locks apart. */
const NAME_LENGTH = 24;
const FOLDER_NAME = new RegExp(`^[0-9a-f]{${NAME_LENGTH}}$`);

/** The folders of developers' packages on this machine. */
export interface PackageFolders {
  /** The folder that contains all other folders. */
  root: string;
  /** The folder of files that several environments share. */
  files: string;
  /**
   * The folder of the environments for this machine's Python. After an upgrade of Python, the environments
   * for the old version are no longer found.
   */
  environments: string;
}

export function getPackageFolders(environmentsDirectory: string, abi: string): PackageFolders {
  const root = join(environmentsDirectory, "packages");
  return { root, files: join(root, "files"), environments: join(root, abi) };
}

/** Returns the path of a lock's packages. */
export function getLockFolder({ environments }: PackageFolders, digest: string): string {
  return join(environments, digest.slice(0, NAME_LENGTH));
}

/** Removes the files that no environment uses anymore. */
async function removeUnsharedFiles(files: string): Promise<void> {
  await openFolder(files);
  await runCommand(["find", files, "-type", "f", "-links", "1", "-delete"], { timeoutMs: 60_000 });
}

/** Lists the environments that have not been used for an hour, the least recently used first. */
async function listIdle(environments: string): Promise<string[]> {
  const found: { name: string; usedAt: number }[] = [];
  for (const name of await readdir(environments)) {
    if (!FOLDER_NAME.test(name)) continue;
    const { mtimeMs } = await stat(join(environments, name));
    if (Date.now() - mtimeMs > UNTOUCHABLE_MS) found.push({ name, usedAt: mtimeMs });
  }
  return found.sort((a, b) => a.usedAt - b.usedAt).map(({ name }) => name);
}

/**
 * Removes unused environments until the rest fits: first the environments for other Python versions, then the least
 * recently used.
 * @param findUsed returns which of the given digest prefixes a version uses
 * @returns the number of removed environments
 */
export async function removeUnusedEnvironments(
  { root, files, environments }: PackageFolders,
  maxBytes: number,
  findUsed: (prefixes: string[]) => Promise<Set<string>>,
): Promise<number> {
  await openFolder(environments);
  if ((await measureFolder(root)) <= maxBytes) return 0;
  const others = (await readdir(root)).map((name) => join(root, name));
  const idle = await listIdle(environments);
  const used = await findUsed(idle);
  const unused = idle.filter((name) => !used.has(name)).map((name) => join(environments, name));
  let removed = 0;
  for (const path of [...others.filter((other) => other !== files && other !== environments), ...unused]) {
    await rm(path, { recursive: true, force: true });
    await removeUnsharedFiles(files);
    removed += 1;
    if ((await measureFolder(root)) <= maxBytes) break;
  }
  return removed;
}
