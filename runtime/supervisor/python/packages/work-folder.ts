import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { chmod, chown, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { SCRATCH_FOLDER } from "./package-wall.ts";

/** The lock of 200 packages has 100 kB. A wheel for each of many platforms makes it a few times larger. */
const MOST_FILE_BYTES = 4 << 20;

/** Makes a folder in which the process behind the wall may write, and only it and this process. */
export async function openToWall(folder: string, ownerUid: number | undefined): Promise<void> {
  const scratch = join(folder, SCRATCH_FOLDER);
  await mkdir(scratch, { recursive: true });
  for (const path of [scratch, folder]) {
    await chmod(path, 0o700);
    if (ownerUid !== undefined) await chown(path, ownerUid, ownerUid);
  }
}

/** Calls `work` with a new folder below `directory` and removes the folder. */
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

/** Reads a file that the process behind the wall wrote. It is a stranger's: it must be no link, no pipe, and not large. */
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
