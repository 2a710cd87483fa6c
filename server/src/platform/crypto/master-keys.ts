import { createHash } from "node:crypto";

/** The length of a key for AES-256. */
export const KEY_BYTES = 32;
export const KEY_ID_BYTES = 8;

/**
 * The error for master keys that cannot be used. Its message is a sentence for the operator, who
 * can fix the problem.
 */
export class MasterKeyError extends Error {
  override readonly name = "MasterKeyError";
}

/** A master key, and the id by which sealed values refer to it. */
export interface MasterKey {
  id: Buffer;
  key: Buffer;
}

/** @throws Error if the key is not exactly 32 bytes long. */
export function masterKey(key: Buffer): MasterKey {
  if (key.length !== KEY_BYTES) throw new Error(`a master key must have ${KEY_BYTES} bytes`);
  return {
    id: createHash("sha256").update("stoa master key").update(key).digest().subarray(0, KEY_ID_BYTES),
    key,
  };
}

/**
 * The keys for sealing values: the current key seals new values, and older keys still open the values that they
 * sealed.
 */
export interface MasterKeys {
  current(): MasterKey;
  withId(id: Buffer): MasterKey | undefined;
}

/** Returns keys that do not change while the process runs; the first key is the current key. */
export function createFixedKeys(current: MasterKey, ...older: MasterKey[]): MasterKeys {
  const keys = [current, ...older];
  return { current: () => current, withId: (id) => keys.find((key) => key.id.equals(id)) };
}
