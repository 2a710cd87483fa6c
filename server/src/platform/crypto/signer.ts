import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { KEY_BYTES, KEY_ID_BYTES, type MasterKey, type MasterKeys } from "./master-keys.ts";

/** What a signature is for. A signature for one purpose is invalid for every other. */
export type SignaturePurpose = "file_link" | "visitor_session";

/** The length of a shortened HMAC: nobody can find a valid one by trying. */
const MAC_BYTES = 20;

/**
 * Signs texts that the server gives to clients and gets back, with keys that are derived from the master key. A
 * signature begins with the ID of its master key, so that it remains valid while a rotation is in progress.
 */
export class Signer {
  readonly #keys: MasterKeys;

  constructor(keys: MasterKeys) {
    this.#keys = keys;
  }

  /** Returns a signature in base64url. */
  sign(text: string, purpose: SignaturePurpose): string {
    const key = this.#keys.current();
    return Buffer.concat([key.id, computeMac(key, text, purpose)]).toString("base64url");
  }

  /** Returns whether this installation signed exactly this text for this purpose. Takes the same time for all texts. */
  verify(text: string, signature: string, purpose: SignaturePurpose): boolean {
    const bytes = Buffer.from(signature, "base64url");
    if (bytes.length !== KEY_ID_BYTES + MAC_BYTES) return false;
    const key = this.#keys.withId(bytes.subarray(0, KEY_ID_BYTES));
    return key !== undefined && timingSafeEqual(bytes.subarray(KEY_ID_BYTES), computeMac(key, text, purpose));
  }
}

function computeMac({ key }: MasterKey, text: string, purpose: SignaturePurpose): Buffer {
  const derived = Buffer.from(hkdfSync("sha256", key, "", `stoa signature: ${purpose}`, KEY_BYTES));
  return createHmac("sha256", derived).update(text).digest().subarray(0, MAC_BYTES);
}
