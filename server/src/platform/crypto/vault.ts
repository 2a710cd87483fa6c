import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const FORMAT = 1;
const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const WRAPPED_KEY_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES;

/** What a sealed value belongs to. Bound into the seal: a value moved to another row or owner does not open. */
export interface SealContext {
  purpose: "api_key" | "connector" | "connector_config";
  row: string;
  owner: string;
}

/** A master key and the name by which sealed values remember it. */
export interface MasterKey {
  id: Buffer;
  key: Buffer;
}

/** @throws Error when the key has not exactly 32 bytes. */
export function masterKey(key: Buffer): MasterKey {
  if (key.length !== KEY_BYTES) throw new Error(`a master key has ${KEY_BYTES} bytes`);
  return {
    id: createHash("sha256").update("stoa master key").update(key).digest().subarray(0, KEY_ID_BYTES),
    key,
  };
}

/**
 * Seals small secrets with AES-256-GCM: a data key per value, wrapped by the master key; key id, purpose, row
 * and owner are associated data (reading 23). Values sealed by an older master key open as long as that key
 * is given too.
 */
export class Vault {
  readonly #current: MasterKey;
  readonly #keys: Map<string, MasterKey>;

  constructor(current: MasterKey, older: MasterKey[] = []) {
    this.#current = current;
    this.#keys = new Map([current, ...older].map((key) => [key.id.toString("hex"), key]));
  }

  seal(plaintext: string, context: SealContext): Buffer {
    const dataKey = randomBytes(KEY_BYTES);
    const associated = associatedData(this.#current.id, context);
    return Buffer.concat([
      Buffer.from([FORMAT]),
      this.#current.id,
      encrypt(this.#current.key, dataKey, associated),
      encrypt(dataKey, Buffer.from(plaintext, "utf8"), associated),
    ]);
  }

  /** @throws Error when the value was changed, belongs elsewhere, or its master key is not known. */
  open(sealed: Buffer, context: SealContext): string {
    if (sealed[0] !== FORMAT) throw new Error("sealed value has an unknown format");
    const id = sealed.subarray(1, 1 + KEY_ID_BYTES);
    const master = this.#keys.get(id.toString("hex"));
    if (!master) throw new Error("the master key of this sealed value is not configured");
    const associated = associatedData(id, context);
    const body = sealed.subarray(1 + KEY_ID_BYTES);
    const dataKey = decrypt(master.key, body.subarray(0, WRAPPED_KEY_BYTES), associated);
    return decrypt(dataKey, body.subarray(WRAPPED_KEY_BYTES), associated).toString("utf8");
  }
}

function associatedData(keyId: Buffer, context: SealContext): Buffer {
  return Buffer.from(JSON.stringify([keyId.toString("hex"), context.purpose, context.row, context.owner]));
}

function encrypt(key: Buffer, plaintext: Buffer, associated: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(associated);
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, sealed: Buffer, associated: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(associated)
    .setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)),
    decipher.final(),
  ]);
}
