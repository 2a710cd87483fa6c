import { existsSync, readFileSync } from "node:fs";
import { link, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { MASTER_KEY_FILE, parseKeys } from "./master-key-file.ts";
import { type MasterKey, MasterKeyError } from "./master-keys.ts";

/**
 * Returns the keys of this installation, the current key first. Creates no keys, so the list is empty before the first
 * start.
 */
export function listMasterKeys(home: string, fromEnvironment: string | undefined): MasterKey[] {
  if (fromEnvironment !== undefined) return parseKeys(fromEnvironment.split(","), "STOA_MASTER_KEY");
  const file = join(home, MASTER_KEY_FILE);
  return existsSync(file) ? readMasterKeys(file) : [];
}

/**
 * Reads keys that `writeMasterKeys` wrote, or a copied master.key. Throws MasterKeyError if the file is missing or a
 * key is malformed.
 */
export function readMasterKeys(file: string): MasterKey[] {
  if (!existsSync(file)) throw new MasterKeyError(`File ${file} does not exist.`);
  return parseKeys(readFileSync(file, "utf8").trim().split("\n"), file);
}

/** Writes keys to a new file that only its owner can read. Throws MasterKeyError if the file exists. */
export async function writeMasterKeys(file: string, keys: readonly MasterKey[]): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  const handle = await open(unfinished, "wx", 0o600);
  try {
    await handle.writeFile(keys.map(({ key }) => `${key.toString("base64")}\n`).join(""));
    await handle.sync();
    await link(unfinished, file);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST")
      throw new MasterKeyError(`${file} already exists. Choose another file name.`, { cause });
    throw cause;
  } finally {
    await handle.close();
    await rm(unfinished, { force: true });
  }
}

/** Writes the keys to a home folder that has none yet. Throws MasterKeyError if it already has keys. */
export async function installMasterKeys(home: string, keys: readonly MasterKey[]): Promise<void> {
  await mkdir(home, { recursive: true });
  await writeMasterKeys(join(home, MASTER_KEY_FILE), keys);
}
