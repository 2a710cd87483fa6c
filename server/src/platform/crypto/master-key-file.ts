import { randomBytes } from "node:crypto";
import { link, open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type MasterKey, masterKey } from "./vault.ts";

const FILE = "master.key";

/**
 * The master key of this installation: `STOA_MASTER_KEY` (32 bytes, base64), else a file of mode 0600 in the
 * home, made on the first start. Lose it and sealed keys and credentials cannot be opened again.
 * @throws Error with a sentence for the operator when the key is malformed or its file can be read by others.
 */
export async function loadMasterKey(home: string, fromEnvironment: string | undefined): Promise<MasterKey> {
  if (fromEnvironment !== undefined) return parse(fromEnvironment, "STOA_MASTER_KEY");
  const path = join(home, FILE);
  return (await read(path)) ?? (await create(path));
}

async function read(path: string): Promise<MasterKey | undefined> {
  let mode: number;
  try {
    mode = (await stat(path)).mode & 0o777;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  if (mode & 0o077) throw new Error(`${path} can be read by others: run chmod 600 on it`);
  return parse(await readFile(path, "utf8"), path);
}

/** Written aside and linked into place, so that of two first starts exactly one makes the key. */
async function create(path: string): Promise<MasterKey> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${randomBytes(32).toString("base64")}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const key = await read(path);
  if (!key) throw new Error(`${path} could not be made`);
  return key;
}

function parse(text: string, source: string): MasterKey {
  const bytes = Buffer.from(text.trim(), "base64");
  if (bytes.length !== 32)
    throw new Error(`${source} must hold 32 bytes in base64 (openssl rand -base64 32)`);
  return masterKey(bytes);
}
