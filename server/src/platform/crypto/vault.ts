import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { KEY_BYTES, KEY_ID_BYTES, type MasterKeys } from "./master-keys.ts";

const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const WRAPPED_KEY_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES;

/**
 * The record that a sealed value belongs to. It is bound into the seal: a value that is moved to another row or owner
 * cannot be opened.
 */
export interface SealContext {
  purpose:
    | "agent_secret"
    | "api_key"
    | "connector"
    | "connector_config"
    | "connector_consent"
    | "installation_secret"
    | "run_wait"
    | "webhook_secret";
  row: string;
  owner: string;
}

/**
 * Seals small secrets with AES-256-GCM. Each value has a data key, which the current master key wraps; the key id,
 * purpose, row and owner are the associated data. A value that an older master key sealed can be opened as long as
 * that key is available.
 */
export class Vault {
  readonly #keys: MasterKeys;

  constructor(keys: MasterKeys) {
    this.#keys = keys;
  }

  seal(plaintext: string, context: SealContext): Buffer {
    const master = this.#keys.current();
    const dataKey = randomBytes(KEY_BYTES);
    const associated = createAssociatedData(master.id, context);
    return Buffer.concat([
      Buffer.from([FORMAT]),
      master.id,
      encrypt(master.key, dataKey, associated),
      encrypt(dataKey, Buffer.from(plaintext, "utf8"), associated),
    ]);
  }

  /** @throws Error if the value was changed or belongs to another record, or if its master key is unknown. */
  open(sealed: Buffer, context: SealContext): string {
    if (sealed[0] !== FORMAT) throw new Error("sealed value has an unknown format");
    const id = sealed.subarray(1, 1 + KEY_ID_BYTES);
    const master = this.#keys.withId(id);
    if (!master) throw new Error("the master key of this sealed value is not configured");
    const associated = createAssociatedData(id, context);
    const body = sealed.subarray(1 + KEY_ID_BYTES);
    const dataKey = decrypt(master.key, body.subarray(0, WRAPPED_KEY_BYTES), associated);
    return decrypt(dataKey, body.subarray(WRAPPED_KEY_BYTES), associated).toString("utf8");
  }

  /** Returns the same value, sealed with the current master key. Throws the same errors as `open`. */
  reseal(sealed: Buffer, context: SealContext): Buffer {
    return this.seal(this.open(sealed, context), context);
  }

  /** Returns the prefix of every value that the current master key has sealed. */
  getCurrentPrefix(): Buffer {
    return Buffer.concat([Buffer.from([FORMAT]), this.#keys.current().id]);
  }
}

function createAssociatedData(keyId: Buffer, context: SealContext): Buffer {
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
