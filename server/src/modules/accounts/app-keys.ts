import { randomBytes } from "node:crypto";
import { APP_LIMITS, nanoToUsd, type Scope } from "@stoa/contract";
import type { Database, Tx } from "../../platform/db/database.ts";
import { generateId } from "../../platform/db/new-id.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { lockAccount } from "./api-key-store.ts";
import type { CachedAuthenticator } from "./authenticator.ts";
import { countKeys, insertNamedKey, listAppKeys, revokeKey } from "./named-key-store.ts";
import { filterKnownScopes } from "./scopes.ts";
import { writeLimits } from "./spending-limit-store.ts";
import { presentLimit } from "./spending-limits.ts";

/** What an app may do and spend, and what it has done. Money is in USD. */
export interface AppKey {
  scopes: Scope[];
  lastUsedAt: Date | null;
  limitPerDay: number | null;
  spentToday: number;
  spentThisMonth: number;
}

interface NewAppKey {
  accountId: string;
  userId: string;
  appName: string;
  scopes: readonly Scope[];
  /** In nano-USD; null means no limit. */
  perDay: bigint | null;
}

/**
 * Manages the API keys of apps that people have allowed to act for them. Such a key has no secret: tokens of the app stand
 * for it. So limits, usage, suspension and deletion work as for every other key.
 */
export class AppKeys {
  readonly #db: Database;
  readonly #authenticator: CachedAuthenticator;

  constructor(db: Database, authenticator: CachedAuthenticator) {
    this.#db = db;
    this.#authenticator = authenticator;
  }

  /**
   * Creates a key in the transaction of its grant, and returns its ID.
   * @throws AppError 403 if the account has too many apps, or connected too many today
   */
  async create(tx: Tx, { accountId, userId, appName, scopes, perDay }: NewAppKey): Promise<string> {
    await lockAccount(tx, accountId);
    const { live, madeToday } = await countKeys(tx, accountId, "app");
    if (live >= APP_LIMITS.perAccount)
      throw tooManyApps(
        `Limit reached: ${APP_LIMITS.perAccount} connected apps. Revoke one in Settings first`,
      );
    if (madeToday >= APP_LIMITS.newPerDay)
      throw tooManyApps(
        `Limit reached: ${APP_LIMITS.newPerDay} newly connected apps per day. Please try again tomorrow`,
      );
    const id = await generateId(tx, "key");
    await insertNamedKey(tx, {
      id,
      accountId,
      userId,
      // The addition tells the key from the main key in lists, whatever the app calls itself.
      name: `${appName} (app)`,
      // Nobody knows a text with this hash, so that no API key opens this key.
      keyHash: randomBytes(32),
      prefix: null,
      scopes,
      expiresAt: null,
      isForApp: true,
    });
    await writeLimits(tx, accountId, id, { perRun: null, perDay, perMonth: null });
    return id;
  }

  /** Returns the keys of an account's apps by ID. */
  async list(accountId: string): Promise<ReadonlyMap<string, AppKey>> {
    const rows = await listAppKeys(this.#db, accountId);
    return new Map(
      rows.map((row) => [
        row.id,
        {
          scopes: filterKnownScopes(row.scopes ?? []),
          lastUsedAt: row.lastUsedAt,
          limitPerDay: presentLimit(row.perDay),
          spentToday: nanoToUsd(row.spentToday),
          spentThisMonth: nanoToUsd(row.spentThisMonth),
        },
      ]),
    );
  }

  /** Revokes a key in the transaction that ends its grant. Call `forget` after the transaction. */
  async revoke(tx: Tx, keyId: string): Promise<void> {
    await revokeKey(tx, keyId);
  }

  /** Removes a revoked key's tokens from this node's cache, so that they stop working immediately. */
  forget(keyId: string): void {
    this.#authenticator.forgetAppKey(keyId);
  }
}

const tooManyApps = (detail: string) => new AppError(403, "key_limit_reached", detail);
