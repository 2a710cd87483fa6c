import { LRUCache } from "lru-cache";
import { hashToken, isWellFormedApiKey } from "../../platform/crypto/tokens.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Authenticator, Caller, MaybePromise } from "../../platform/http/caller.ts";
import { findKeyOwner, findOwnerOfKeyId, recordKeyUse } from "./api-key-store.ts";
import type { CredentialRow } from "./identity-store.ts";
import { toPlanType } from "./present.ts";
import { filterKnownScopes } from "./scopes.ts";
import { findSession } from "./session-store.ts";
import { createAccountSuspendedError } from "./suspended-account.ts";

/** A revoked credential still works on another node for at most this long (docs/product-rules.md#credential-cache). */
const CACHE_MS = 5000;
/**
 * The maximum number of cached credentials, which takes about 2 MB. If more callers than this send requests within five
 * seconds, some are looked up again.
 */
const CACHE_ENTRIES = 10_000;
/**
 * How long a credential counts as trusted after it was valid. Trusted credentials are looked up even while another
 * client on the same network guesses credentials.
 */
const TRUSTED_MS = 3_600_000;

/** Returns the key for which an access token stands, and the URL for which the token is valid. */
export type FindAppKey = (tokenHash: Buffer) => Promise<{ keyId: string; resource: string } | undefined>;

/** Looks up credentials by their hash, and caches valid ones for a few seconds. */
export class CachedAuthenticator implements Authenticator {
  readonly #db: Database;
  readonly #uses: KeyUses;
  readonly #known = new LRUCache<string, Caller>({ max: CACHE_ENTRIES, ttl: CACHE_MS });
  /** Credentials that were valid when they were last looked up. */
  readonly #trusted = new LRUCache<string, true>({ max: CACHE_ENTRIES, ttl: TRUSTED_MS });

  constructor(db: Database) {
    this.#db = db;
    this.#uses = new KeyUses(db);
  }

  bySession(token: string, beforeLookup?: () => void): MaybePromise<Caller | undefined> {
    return this.#look(`s:${token}`, () => findSession(this.#db, hashToken(token)), beforeLookup);
  }

  byApiKey(key: string, beforeLookup?: () => void): MaybePromise<Caller | undefined> {
    if (!isWellFormedApiKey(key)) return undefined;
    const hash = hashToken(key);
    const caller = this.#look(getCacheKey(hash), () => findKeyOwner(this.#db, hash), beforeLookup);
    return caller instanceof Promise
      ? caller.then((found) => this.#recordCaller(found))
      : this.#recordCaller(caller);
  }

  /**
   * Identifies the caller of an access token of an app, which stands for the key of the app.
   * @param find returns the key for the hash of the token, with the URL for which the token is valid
   */
  byAppToken(token: string, find: FindAppKey, beforeLookup?: () => void): MaybePromise<Caller | undefined> {
    const hash = hashToken(token);
    const findOwner = async () => {
      const found = await find(hash);
      const owner = found && (await findOwnerOfKeyId(this.#db, found.keyId));
      return owner && { ...owner, resource: found.resource };
    };
    const caller = this.#look(`t:${hash.toString("base64")}`, findOwner, beforeLookup);
    return caller instanceof Promise
      ? caller.then((found) => this.#recordCaller(found))
      : this.#recordCaller(caller);
  }

  /** Removes the tokens of an app's key from this node's cache. */
  forgetAppKey(keyId: string): void {
    for (const [entry, caller] of this.#known.entries())
      if (caller.keyId === keyId) this.#known.delete(entry);
  }

  /** Removes a key from this node's cache, so that a change or revocation takes effect immediately. */
  forgetKey(hash: Buffer): void {
    this.#known.delete(getCacheKey(hash));
  }

  /** Removes the sessions of a person, or all their credentials, from this node's cache. */
  forgetUser(userId: string, which: "sessions" | "all"): void {
    for (const [entry, caller] of this.#known.entries())
      if (caller.userId === userId && (which === "all" || entry.startsWith("s:"))) this.#known.delete(entry);
  }

  #recordCaller(caller: Caller | undefined): Caller | undefined {
    if (caller?.keyId !== undefined) this.#uses.recordUse(caller.keyId);
    return caller;
  }

  #look(
    entry: string,
    find: () => Promise<CredentialRow | undefined>,
    beforeLookup?: () => void,
  ): MaybePromise<Caller | undefined> {
    const known = this.#known.get(entry);
    if (known) return known;
    if (!this.#trusted.has(entry)) beforeLookup?.();
    return this.#cacheCaller(entry, find);
  }

  async #cacheCaller(
    entry: string,
    find: () => Promise<CredentialRow | undefined>,
  ): Promise<Caller | undefined> {
    const row = await find();
    if (!row) {
      this.#trusted.delete(entry);
      return undefined;
    }
    const { planType, suspensionReason, scopes, ...caller } = row;
    if (suspensionReason !== null) {
      /**
       * The credential is not valid while the person is suspended. A client that keeps trying it is treated like a
       * client that guesses credentials.
       */
      this.#trusted.delete(entry);
      throw createAccountSuspendedError(suspensionReason);
    }
    const known = {
      ...caller,
      plan: toPlanType(planType),
      ...(scopes && { scopes: filterKnownScopes(scopes) }),
    };
    this.#known.set(entry, known);
    this.#trusted.set(entry, true);
    return known;
  }
}

function getCacheKey(hash: Buffer): string {
  return `k:${hash.toString("base64")}`;
}

/**
 * The maximum number of keys whose last use is remembered, which takes about 1 MB. If more keys are used in one minute,
 * some uses are stored twice.
 */
const REMEMBERED_KEYS = 10_000;
const MINUTE_MS = 60_000;

/**
 * Records when keys were last used, to the minute. Each node stores a key's use once per minute, not for every request.
 */
class KeyUses {
  readonly #db: Database;
  readonly #noted = new LRUCache<string, number>({ max: REMEMBERED_KEYS });

  constructor(db: Database) {
    this.#db = db;
  }

  /** Records a use without delaying the request. If the write fails, the next use of the key is stored instead. */
  recordUse(keyId: string): void {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    if (this.#noted.get(keyId) === minute) return;
    this.#noted.set(keyId, minute);
    recordKeyUse(this.#db, keyId).catch(() => this.#noted.delete(keyId));
  }
}
