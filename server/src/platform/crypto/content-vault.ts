import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomFillSync } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { AppError } from "../http/app-error.ts";
import { KEY_BYTES, KEY_ID_BYTES, type MasterKey, type MasterKeys } from "./master-keys.ts";

/** Text that a migration converted before the server sealed it (docs/decisions/content-encryption.md). */
const PLAIN = 0;
/** The formats of sealed values. `Vault` uses format 1 for secrets. */
const SEALED = 2;
const SEALED_COMPRESSED = 3;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES;

/**
 * The size from which text is compressed. PostgreSQL compresses rows from this size on too, but cannot compress what is
 * encrypted.
 */
const COMPRESSED_FROM_BYTES = 2_000;
/** The fastest level. A higher one takes twice as long and saves little. */
const COMPRESSION = { level: 1 } as const;
/**
 * How long the current master key is used without asking for it again, because that checks a file. A rotation waits a
 * minute for values that the earlier key still seals.
 */
const CURRENT_KEY_MS = 1_000;
/** The size of the pool of random bytes. Reading them one nonce at a time takes ten times as long. */
const NONCE_POOL_BYTES = NONCE_BYTES * 256;

/** The value's place in the database. It is bound into the seal: a value that is moved elsewhere cannot be opened. */
export interface ContentPlace {
  column: ContentColumn;
  /** The values of a scope share a key, such as those of a run. A scope never has more than 2^32 values. */
  scope: string;
  /** The row within the scope; empty if the scope has only one row. */
  row: string;
  /** The account or person that the content belongs to. */
  owner: string;
}

export type ContentColumn =
  | `run_contents.${"task" | "input" | "output" | "error_detail" | "developer_detail" | "state"}`
  | "run_events.payload"
  | "model_call_contents.content"
  | "remembered_values.value"
  | "workflow_values.value"
  | "schedules.input"
  | `run_waits.${"asks" | "answer"}`
  | "files.sealed_key"
  | "conversations.title";

/**
 * Returns the place of a conversation's title. A conversation is named by its owner, or by its first run, which another
 * module starts. Titles share a key per person, because lists and searches open many of them.
 */
export function placeTitle({ id, userId }: { id: string; userId: string }): ContentPlace {
  return { column: "conversations.title", scope: userId, row: id, owner: userId };
}

/**
 * Seals what people and agents write with AES-256-GCM. HKDF derives a content key from the master key, and each scope has a
 * key that HMAC derives from the content key. A value that an older master key sealed can be opened as long as that key is
 * available.
 */
export class ContentVault {
  readonly #keys: MasterKeys;
  readonly #contentKeys = new Map<string, Buffer>();
  readonly #nonces = Buffer.alloc(NONCE_POOL_BYTES);
  #usedNonces = NONCE_POOL_BYTES;
  #current: { key: MasterKey; until: number } | undefined;
  /** The last scope's key, because the values of a scope are often read together. */
  #scopeKey: { contentKey: Buffer; scope: string; key: Buffer } | undefined;

  constructor(keys: MasterKeys) {
    this.#keys = keys;
  }

  seal(text: string, place: ContentPlace): Buffer {
    const plaintext = Buffer.from(text, "utf8");
    const isCompressed = plaintext.length >= COMPRESSED_FROM_BYTES;
    const body = isCompressed ? deflateRawSync(plaintext, COMPRESSION) : plaintext;
    const master = this.#getCurrentKey();
    const sealed = Buffer.allocUnsafe(HEADER_BYTES + NONCE_BYTES + body.length + TAG_BYTES);
    sealed[0] = isCompressed ? SEALED_COMPRESSED : SEALED;
    master.id.copy(sealed, 1);
    const nonce = sealed.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
    this.#copyNonce(nonce);
    const cipher = createCipheriv("aes-256-gcm", this.#getScopeKey(master, place.scope), nonce);
    cipher.setAAD(createAssociatedData(sealed.subarray(0, HEADER_BYTES), place));
    cipher.update(body).copy(sealed, HEADER_BYTES + NONCE_BYTES);
    cipher.final();
    cipher.getAuthTag().copy(sealed, sealed.length - TAG_BYTES);
    return sealed;
  }

  /**
   * @throws AppError 500 `content_key_missing` if no configured master key sealed the value, Error if the value was changed
   * or belongs elsewhere
   */
  open(value: Buffer, place: ContentPlace): string {
    const format = value[0];
    if (format === PLAIN) return value.toString("utf8", 1);
    if (format !== SEALED && format !== SEALED_COMPRESSED)
      throw new Error(`a value of ${place.column} has an unknown format`);
    const master = this.#keys.withId(value.subarray(1, HEADER_BYTES));
    if (!master) throw createMissingKeyError(value, place);
    const nonce = value.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
    const decipher = createDecipheriv("aes-256-gcm", this.#getScopeKey(master, place.scope), nonce, {
      authTagLength: TAG_BYTES,
    })
      .setAAD(createAssociatedData(value.subarray(0, HEADER_BYTES), place))
      .setAuthTag(value.subarray(value.length - TAG_BYTES));
    const body = decipher.update(value.subarray(HEADER_BYTES + NONCE_BYTES, value.length - TAG_BYTES));
    decipher.final();
    return (format === SEALED_COMPRESSED ? inflateRawSync(body) : body).toString("utf8");
  }

  /** Returns null instead of an error if no configured master key sealed the value. */
  openIfKnown(value: Buffer, place: ContentPlace): string | null {
    try {
      return this.open(value, place);
    } catch (error) {
      if (error instanceof AppError && error.code === "content_key_missing") return null;
      throw error;
    }
  }

  /** Returns the same value, sealed with the current master key. Throws the same errors as `open`. */
  reseal(value: Buffer, place: ContentPlace): Buffer {
    return this.seal(this.open(value, place), place);
  }

  /** Returns the ID of the current master key, which follows the first byte of every value that it has sealed. */
  getCurrentKeyId(): Buffer {
    return this.#keys.current().id;
  }

  #getCurrentKey(): MasterKey {
    const now = performance.now();
    if (this.#current === undefined || this.#current.until < now)
      this.#current = { key: this.#keys.current(), until: now + CURRENT_KEY_MS };
    return this.#current.key;
  }

  #getScopeKey(master: MasterKey, scope: string): Buffer {
    const contentKey = this.#getContentKey(master);
    const last = this.#scopeKey;
    if (last?.contentKey === contentKey && last.scope === scope) return last.key;
    const key = createHmac("sha256", contentKey).update(scope).digest();
    this.#scopeKey = { contentKey, scope, key };
    return key;
  }

  #getContentKey({ id, key }: MasterKey): Buffer {
    const name = id.toString("latin1");
    const known = this.#contentKeys.get(name);
    if (known) return known;
    const derived = Buffer.from(hkdfSync("sha256", key, "", "stoa run content", KEY_BYTES));
    this.#contentKeys.set(name, derived);
    return derived;
  }

  #copyNonce(target: Buffer): void {
    if (this.#usedNonces === NONCE_POOL_BYTES) {
      randomFillSync(this.#nonces);
      this.#usedNonces = 0;
    }
    this.#nonces.copy(target, 0, this.#usedNonces, this.#usedNonces + NONCE_BYTES);
    this.#usedNonces += NONCE_BYTES;
  }
}

/** Format and key are part of the associated data, so that nobody can change them. */
function createAssociatedData(header: Buffer, { column, scope, row, owner }: ContentPlace): Buffer {
  return Buffer.from(JSON.stringify([header.toString("latin1"), column, scope, row, owner]));
}

function createMissingKeyError(value: Buffer, { column, scope }: ContentPlace): AppError {
  const id = value.toString("hex", 1, HEADER_BYTES);
  return new AppError(
    500,
    "content_key_missing",
    "This content is encrypted with a key that the server does not have. Nothing is lost: it can be read again once the server's operator adds the earlier master key.",
    { cause: new Error(`no master key with the ID ${id} for a value of ${column} of ${scope}`) },
  );
}
