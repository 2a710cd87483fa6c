import { createHash } from "node:crypto";
import { AgentCard, generateAgentCardSignature } from "@a2a-js/sdk";
import { LRUCache } from "lru-cache";
import type { SigningKeys } from "../../platform/crypto/signing-keys.ts";
import type { UnsignedCard } from "./agent-card.ts";

/** The number of signed cards in the cache: the cards that are read within minutes. */
const CACHED_CARDS = 500;

/** A card as it is sent, with the ETag of its content. */
export interface SignedCard {
  body: string;
  tag: string;
}

/**
 * Signs cards (JWS over the card in canonical form), so that clients can check that a card which they got from elsewhere
 * comes from this server. The same card always has the same signature, on every node.
 */
export class SignedCards {
  readonly #keys: SigningKeys;
  readonly #keySetUrl: string;
  readonly #known = new LRUCache<string, SignedCard>({ max: CACHED_CARDS });

  constructor(keys: SigningKeys, keySetUrl: string) {
    this.#keys = keys;
    this.#keySetUrl = keySetUrl;
  }

  async sign(card: UnsignedCard): Promise<SignedCard> {
    const { id, privateKey } = this.#keys.current();
    const tag = `"${createHash("sha256")
      .update(`${id}${JSON.stringify(card)}`)
      .digest("base64url")
      .slice(0, 22)}"`;
    const known = this.#known.get(tag);
    if (known) return known;
    const header = { alg: "EdDSA", typ: "JOSE", kid: id, jku: this.#keySetUrl };
    const signed = await generateAgentCardSignature(privateKey, header)(AgentCard.fromJSON(card));
    const made = { body: JSON.stringify(AgentCard.toJSON(signed)), tag };
    this.#known.set(tag, made);
    return made;
  }

  /** Returns the set of public keys that signatures refer to (RFC 7517). */
  getKeySet(): string {
    return JSON.stringify({ keys: [this.#keys.current().publicKey] });
  }
}
