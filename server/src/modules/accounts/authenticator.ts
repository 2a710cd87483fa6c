import { LRUCache } from "lru-cache";
import { hashToken, isWellFormedApiKey } from "../../platform/crypto/tokens.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Authenticator, Caller, Known } from "../../platform/http/caller.ts";
import { findKeyOwner } from "./api-key-store.ts";
import type { CredentialRow } from "./identity-store.ts";
import { planOf } from "./present.ts";
import { findSession } from "./session-store.ts";

/** Reading 22: a revoked credential works on another node for at most this long. */
const CACHE_MS = 5000;
/** About 2 MB; more callers than this within five seconds are looked up again. */
const CACHE_ENTRIES = 10_000;

/** Looks credentials up by their hash, remembering good ones for a moment. */
export class CachedAuthenticator implements Authenticator {
  readonly #db: Database;
  readonly #known = new LRUCache<string, Caller>({ max: CACHE_ENTRIES, ttl: CACHE_MS });

  constructor(db: Database) {
    this.#db = db;
  }

  bySession(token: string): Known<Caller | undefined> {
    return this.#look(`s:${token}`, () => findSession(this.#db, hashToken(token)));
  }

  byApiKey(key: string): Known<Caller | undefined> {
    if (!isWellFormedApiKey(key)) return undefined;
    const hash = hashToken(key);
    return this.#look(keyEntry(hash), () => findKeyOwner(this.#db, hash));
  }

  /** Forgets an ended key on this node at once. */
  forgetKey(hash: Buffer): void {
    this.#known.delete(keyEntry(hash));
  }

  #look(entry: string, find: () => Promise<CredentialRow | undefined>): Known<Caller | undefined> {
    return this.#known.get(entry) ?? this.#remember(entry, find);
  }

  async #remember(
    entry: string,
    find: () => Promise<CredentialRow | undefined>,
  ): Promise<Caller | undefined> {
    const row = await find();
    if (!row) return undefined;
    const { planType, ...caller } = row;
    const known = { ...caller, plan: planOf(planType) };
    this.#known.set(entry, known);
    return known;
  }
}

function keyEntry(hash: Buffer): string {
  return `k:${hash.toString("base64")}`;
}
