import { createHash } from "node:crypto";

/** AES-256. */
export const KEY_BYTES = 32;
export const KEY_ID_BYTES = 8;

/** Keys that cannot be used as they are; the message is a sentence for the operator, who can mend it. */
export class MasterKeyError extends Error {
  override readonly name = "MasterKeyError";
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

/** The keys that values are sealed with: what is sealed now gets the current one, older ones still open. */
export interface MasterKeys {
  current(): MasterKey;
  withId(id: Buffer): MasterKey | undefined;
}

/** Keys that do not change while the process runs; the first is the current one. */
export function fixedKeys(current: MasterKey, ...older: MasterKey[]): MasterKeys {
  const keys = [current, ...older];
  return { current: () => current, withId: (id) => keys.find((key) => key.id.equals(id)) };
}
