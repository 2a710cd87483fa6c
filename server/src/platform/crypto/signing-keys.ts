import { createPrivateKey, createPublicKey, hkdfSync, type JsonWebKey, type KeyObject } from "node:crypto";
import type { MasterKey, MasterKeys } from "./master-keys.ts";

/** The length of an Ed25519 seed. */
const SEED_BYTES = 32;
/** The DER encoding of an Ed25519 private key in PKCS #8, without its seed (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** A key whose signatures anyone can check with its public part. */
export interface SigningKey {
  /** Names the key in signatures and in the published set. */
  id: string;
  privateKey: KeyObject;
  /** The public part as a JSON Web Key. */
  publicKey: JsonWebKey & { kid: string; alg: "EdDSA"; use: "sig" };
}

/**
 * Derives Ed25519 keys from the master key, so that every node signs with the same key, and none is stored. A rotation
 * of the master key replaces the key.
 */
export class SigningKeys {
  readonly #keys: MasterKeys;
  #known: { master: MasterKey; key: SigningKey } | undefined;

  constructor(keys: MasterKeys) {
    this.#keys = keys;
  }

  current(): SigningKey {
    const master = this.#keys.current();
    if (this.#known?.master !== master) this.#known = { master, key: deriveKey(master) };
    return this.#known.key;
  }
}

function deriveKey(master: MasterKey): SigningKey {
  const seed = Buffer.from(hkdfSync("sha256", master.key, "", "stoa signing key: ed25519", SEED_BYTES));
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, seed]),
    format: "der",
    type: "pkcs8",
  });
  const id = `stoa-${master.id.toString("hex")}`;
  const publicKey = createPublicKey(privateKey).export({ format: "jwk" });
  return { id, privateKey, publicKey: { ...publicKey, kid: id, alg: "EdDSA", use: "sig" } };
}
