import { randomBytes } from "node:crypto";
import { type BigIntStats, readFileSync, statSync } from "node:fs";
import { chown, link, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type MasterKey, MasterKeyError, type MasterKeys, masterKey } from "./master-keys.ts";

export const MASTER_KEY_FILE = "master.key";
const RETIRED_FILE = "master.key.retired";

/**
 * The master keys of an installation, stored in a file of mode 0600, one per line, the current key first. There is more
 * than one key while a rotation is in progress. Changes that another process makes to the file take effect here
 * immediately: new values are sealed with the new key, and values that the other process has sealed can be opened.
 */
export class MasterKeyFile implements MasterKeys {
  readonly #path: string;
  readonly #retiredPath: string;
  #keys: MasterKey[] = [];
  #version = "";

  private constructor(home: string) {
    this.#path = join(home, MASTER_KEY_FILE);
    this.#retiredPath = join(home, RETIRED_FILE);
  }

  /** Opens the file, and creates it on the first start. @throws MasterKeyError if the file cannot be used. */
  static async open(home: string): Promise<MasterKeyFile> {
    const file = new MasterKeyFile(home);
    if (!file.#stat()) await file.#create();
    file.#refresh();
    return file;
  }

  /**
   * @throws MasterKeyError if the file is missing or unusable, because a value that is sealed now must open after a restart.
   */
  current(): MasterKey {
    this.#refresh();
    const [key] = this.#keys;
    if (!key) throw new MasterKeyError(`${this.#path} contains no key`);
    return key;
  }

  withId(id: Buffer): MasterKey | undefined {
    const known = () => this.#keys.find((key) => key.id.equals(id));
    const key = known();
    if (key) return key;
    this.#refresh();
    return known();
  }

  /** Returns the keys that are still needed until a rotation is complete. */
  getOlder(): readonly MasterKey[] {
    this.#refresh();
    return this.#keys.slice(1);
  }

  /** Adds a new key and makes it the current key. */
  async add(): Promise<void> {
    this.#refresh();
    await this.#write(this.#path, [masterKey(randomBytes(32)), ...this.#keys]);
  }

  /**
   * Removes the older keys. They are moved to a file that the server never reads, for database backups that need
   * them.
   */
  async retireOlder(): Promise<string> {
    const retired = statSync(this.#retiredPath, { throwIfNoEntry: false }) ? readKeys(this.#retiredPath) : [];
    await this.#write(this.#retiredPath, [...this.getOlder(), ...retired]);
    await this.#write(this.#path, [this.current()]);
    return this.#retiredPath;
  }

  #stat(): BigIntStats | undefined {
    return statSync(this.#path, { bigint: true, throwIfNoEntry: false });
  }

  #refresh(): void {
    const stat = this.#stat();
    if (!stat)
      throw new MasterKeyError(
        `${this.#path} is missing. Put it back: stored secrets cannot be decrypted without it`,
      );
    const version = `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.mode}`;
    if (version === this.#version) return;
    if (Number(stat.mode) & 0o077)
      throw new MasterKeyError(`${this.#path} is readable by other users. Run chmod 600 on it`);
    this.#keys = readKeys(this.#path);
    this.#version = version;
  }

  /**
   * Creates the file. It is written under a temporary name and then linked, so that only one of two concurrent first
   * starts creates the key.
   */
  async #create(): Promise<void> {
    const draft = await this.#writeDraft([masterKey(randomBytes(32))]);
    try {
      await link(draft, this.#path);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    } finally {
      await rm(draft, { force: true });
    }
  }

  /** Writes the file and keeps its owner, because root may rotate the keys of a server that runs as another user. */
  async #write(path: string, keys: readonly MasterKey[]): Promise<void> {
    const draft = await this.#writeDraft(keys);
    const owner = this.#stat();
    if (owner) await chown(draft, Number(owner.uid), Number(owner.gid));
    await rename(draft, path);
  }

  async #writeDraft(keys: readonly MasterKey[]): Promise<string> {
    const path = `${this.#path}.${randomBytes(6).toString("hex")}`;
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(keys.map(({ key }) => `${key.toString("base64")}\n`).join(""));
      await file.sync();
    } finally {
      await file.close();
    }
    return path;
  }
}

function readKeys(path: string): MasterKey[] {
  return parseKeys(readFileSync(path, "utf8").trim().split("\n"), path);
}

/** Parses keys in base64. @throws MasterKeyError that names the source of the keys if a key is invalid. */
export function parseKeys(texts: readonly string[], source: string): MasterKey[] {
  return texts.map((text) => {
    const bytes = Buffer.from(text.trim(), "base64");
    if (bytes.length !== 32)
      throw new MasterKeyError(`Each key in ${source} must be 32 bytes in base64 (openssl rand -base64 32)`);
    return masterKey(bytes);
  });
}
