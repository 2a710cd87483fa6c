import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { chmod, chown, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { SCRATCH_FOLDER } from "./package-wall.ts";

/**
 * The maximum size of a file. A lock of 200 packages has 100 kB, or a few times that if each package has wheels for
 * many platforms.
 */
const MOST_FILE_BYTES = 4 << 20;

/** Creates a folder that only uv's sandbox and this process may write to. */
export async function openToWall(folder: string, ownerUid: number | undefined): Promise<void> {
  const scratch = join(folder, SCRATCH_FOLDER);
  await mkdir(scratch, { recursive: true });
  for (const path of [scratch, folder]) {
    await chmod(path, 0o700);
    if (ownerUid !== undefined) await chown(path, ownerUid, ownerUid);
  }
}

/** Calls `work` with a new folder below `directory`, and removes the folder afterward. */
export async function inWorkFolder<T>(
  directory: string,
  ownerUid: number | undefined,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(directory, `work.draft-${randomBytes(6).toString("hex")}`);
  await mkdir(folder);
  try {
    await openToWall(folder, ownerUid);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Reads a file that the sandboxed process wrote. The file is not trusted: it must not be a link, a pipe or too large.
 */
export async function readWritten(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > MOST_FILE_BYTES) throw new Error("the resolver wrote no usable lock");
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}
