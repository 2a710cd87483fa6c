import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { ByteRange, ByteStream, FileStorage, FindUsedKeys, StoredPart } from "./file-storage.ts";

/** Only the user of the server may read files of people. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** The digits of a key that name its folder: 256 folders, so that none has too many entries. */
const FOLDER_DIGITS = 2;
const PARTS = "parts";
const DRAFTS = "drafts";

/**
 * Stores contents in a folder of this machine. A content gets its final name only when it is complete and on the disk,
 * so a crash never leaves half a content under a key.
 */
export class FolderStorage implements FileStorage {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async write(key: string, content: ByteStream): Promise<void> {
    await this.#publish(key, (file) => appendAll(file, content));
  }

  async startParts(): Promise<undefined> {}

  async writePart(key: string, _upload: string | undefined, number: number, content: ByteStream) {
    const folder = this.#partsOf(key);
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    const path = join(folder, String(number));
    await writeNew(path, (file) => appendAll(file, content));
    return "";
  }

  async completeParts(key: string, _upload: string | undefined, parts: readonly StoredPart[]): Promise<void> {
    try {
      await this.#publish(key, async (file) => {
        for (const { number } of parts) await appendFile(file, join(this.#partsOf(key), String(number)));
      });
    } catch (error) {
      // An earlier call may have put the parts together and removed them.
      if (!(isMissing(error) && (await exists(this.#pathOf(key))))) throw error;
    }
    await this.#removeParts(key);
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.#pathOf(key), "r");
    return file.createReadStream(range);
  }

  async remove(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
    await this.#removeParts(key);
  }

  async removeUnused(before: Date, findUsed: FindUsedKeys): Promise<void> {
    for (const folder of await listNames(this.#root)) {
      const names = await listOlder(join(this.#root, folder), before);
      const used = folder === DRAFTS ? new Set<string>() : await findUsed(names);
      for (const name of names)
        if (!used.has(name)) await rm(join(this.#root, folder, name), { recursive: true, force: true });
    }
  }

  close(): void {}

  /** Writes a file under a temporary name, and then gives it the name of its key. */
  async #publish(key: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
    const path = this.#pathOf(key);
    const draft = join(this.#root, DRAFTS, randomBytes(16).toString("hex"));
    for (const folder of [dirname(path), dirname(draft)])
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    await writeNew(draft, write);
    await rename(draft, path);
    await syncFolder(dirname(path));
  }

  async #removeParts(key: string): Promise<void> {
    await rm(this.#partsOf(key), { recursive: true, force: true });
  }

  #pathOf(key: string): string {
    return join(this.#root, checkKey(key).slice(0, FOLDER_DIGITS), key);
  }

  #partsOf(key: string): string {
    return join(this.#root, PARTS, checkKey(key));
  }
}

/** Refuses everything that is not a key, so that no path can leave the folder. */
function checkKey(key: string): string {
  if (!/^[0-9a-f]{32}$/.test(key)) throw new Error("this is not the key of a file");
  return key;
}

/** Writes a new file and waits until the disk has it. A file whose content failed is removed. */
async function writeNew(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, "wx", FILE_MODE);
  try {
    await write(file);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function appendAll(file: FileHandle, content: ByteStream): Promise<void> {
  for await (const chunk of content) await file.writeFile(chunk);
}

async function appendFile(file: FileHandle, path: string): Promise<void> {
  const part = await open(path, "r");
  await appendAll(file, part.createReadStream());
}

/** Waits until the disk has the new name of a file. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const exists = async (path: string) => (await stat(path).catch(ignoreMissing)) !== undefined;

async function listNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoreMissing)) ?? [];
}

/** Returns the names of a folder's entries that were last changed before a time. */
async function listOlder(folder: string, before: Date): Promise<string[]> {
  const names: string[] = [];
  for (const name of await listNames(folder)) {
    const found = await stat(join(folder, name)).catch(ignoreMissing);
    if (found && found.mtime < before) names.push(name);
  }
  return names;
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
