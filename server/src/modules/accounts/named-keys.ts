import {
  type CreatedKey,
  type CreateKeyRequest,
  DEFAULT_SCOPES,
  type KeyList,
  LIMITS,
  type NamedKey,
  nanoToUsd,
  SCOPES,
  type Scope,
  type UpdateKeyRequest,
} from "@stoa/contract";
import { generateApiKey, hashToken } from "../../platform/crypto/tokens.ts";
import type { Database, Queryable, Tx } from "../../platform/db/database.ts";
import { getUniqueViolation } from "../../platform/db/errors.ts";
import { generateId } from "../../platform/db/new-id.ts";
import { AppError, invalidField, notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { lockAccount } from "./api-key-store.ts";
import { MAIN_KEY, toKeyPrefix } from "./api-keys.ts";
import type { CachedAuthenticator } from "./authenticator.ts";
import {
  changeKey,
  countKeys,
  findLiveKey,
  forgetOldSpending,
  insertNamedKey,
  listKeys,
  type NamedKeyRow,
  revokeKey,
} from "./named-key-store.ts";
import { filterKnownScopes } from "./scopes.ts";
import { writeLimits } from "./spending-limit-store.ts";
import { parseLimitChange, presentLimit } from "./spending-limits.ts";

export interface NamedKeysOptions {
  db: Database;
  authenticator: CachedAuthenticator;
  /** Returns the main key in plain text. Lists show its prefix even if it was created before prefixes were stored. */
  findMainKey: (accountId: string) => Promise<string>;
}

/** Returns the scopes of a key. The main key has every scope, including scopes that later versions of Stoa add. */
function getScopes({ scopes }: Pick<NamedKeyRow, "scopes">): Scope[] {
  return scopes === null ? [...SCOPES] : filterKnownScopes(scopes);
}

type Owner = Pick<Caller, "accountId" | "userId">;

const NO_LIMITS = { perRun: null, perDay: null, perMonth: null };

/** Lists an account's API keys, and manages all keys except the main key. Each of them has its own limits. */
export class NamedKeys {
  readonly #options: NamedKeysOptions;

  constructor(options: NamedKeysOptions) {
    this.#options = options;
  }

  async list({ accountId }: Caller, page: { limit: number; cursor?: string | undefined }): Promise<KeyList> {
    const { db } = this.#options;
    const rows = await listKeys(db, accountId, { limit: page.limit + 1, after: page.cursor });
    const shown = rows.slice(0, page.limit);
    const keys = await Promise.all(shown.map((row) => this.#present(accountId, row)));
    return { keys, next_cursor: rows.length > page.limit ? (keys.at(-1)?.id ?? null) : null };
  }

  /**
   * Creates a key. Throws AppError 400 for an expiry in the past, 403 if the account has too many keys or created too
   * many today, 409 if the name is in use.
   */
  async create(caller: Owner, asked: CreateKeyRequest): Promise<CreatedKey> {
    const { accountId, userId } = caller;
    const expiresAt = getExpiry(asked.expires_at, null);
    const key = generateApiKey();
    const made = await withLockedAccount(this.#options.db, accountId, async (tx) => {
      await requireRoom(tx, accountId);
      const id = await generateId(tx, "key");
      const { name } = asked;
      const keyHash = hashToken(key);
      await insertNamedKey(tx, {
        id,
        accountId,
        userId,
        name,
        keyHash,
        prefix: toKeyPrefix(key),
        scopes: asked.scopes ?? DEFAULT_SCOPES,
        expiresAt,
      });
      await writeLimits(tx, accountId, id, getLimits(asked, NO_LIMITS));
      return readKey(tx, accountId, id);
    });
    return { api_key: key, key: await this.#present(accountId, made) };
  }

  /**
   * Creates a key, with a number after its name if the name is in use. Throws AppError 403 if the account has too many keys
   * or created too many today.
   */
  async createWithFreeName(caller: Owner, asked: CreateKeyRequest): Promise<CreatedKey> {
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? "" : ` ${number}`;
      const name = asked.name.slice(0, LIMITS.keyNameMaxLength - suffix.length) + suffix;
      try {
        return await this.create(caller, { ...asked, name });
      } catch (error) {
        const isTaken = error instanceof AppError && error.code === "conflict";
        if (!isTaken || number > LIMITS.namedKeys) throw error;
      }
    }
  }

  /** Throws AppError 403 if the account has too many keys or created too many today. */
  async requireRoom({ accountId }: Owner): Promise<void> {
    await requireRoom(this.#options.db, accountId);
  }

  /** Changes a key. Throws AppError 400 and 409 like `create`, 404 for an unknown key, and 409 for the main key. */
  async update({ accountId }: Caller, id: string, asked: UpdateKeyRequest): Promise<NamedKey> {
    const changed = await withLockedAccount(this.#options.db, accountId, async (tx) => {
      const present = await readNamed(tx, accountId, id);
      const expiresAt = getExpiry(asked.expires_at, present.expiresAt);
      const scopes = asked.scopes ?? getScopes(present);
      await changeKey(tx, id, { name: asked.name ?? present.name, scopes, expiresAt });
      await writeLimits(tx, accountId, id, getLimits(asked, present));
      return readKey(tx, accountId, id);
    });
    this.#options.authenticator.forgetKey(changed.keyHash);
    return this.#present(accountId, changed);
  }

  /** Revokes a key. Throws AppError 404 for an unknown key, and 409 for the main key. */
  async revoke({ accountId }: Caller, id: string): Promise<void> {
    const { keyHash } = await withLockedAccount(this.#options.db, accountId, async (tx) => {
      const present = await readNamed(tx, accountId, id);
      await revokeKey(tx, id);
      return present;
    });
    this.#options.authenticator.forgetKey(keyHash);
  }

  /** Removes data that limits no longer need: daily spending and revoked keys, both after two months. */
  async forgetOld(): Promise<void> {
    await forgetOldSpending(this.#options.db);
  }

  async #present(accountId: string, row: NamedKeyRow): Promise<NamedKey> {
    const isMain = row.name === MAIN_KEY;
    return {
      id: row.id,
      name: row.name,
      is_main: isMain,
      scopes: getScopes(row),
      prefix: row.prefix ?? toKeyPrefix(await this.#options.findMainKey(accountId)),
      created_at: row.createdAt.toISOString(),
      last_used_at: row.lastUsedAt?.toISOString() ?? null,
      expires_at: row.expiresAt?.toISOString() ?? null,
      limit_per_run: presentLimit(row.perRun),
      limit_per_day: presentLimit(row.perDay),
      limit_per_month: presentLimit(row.perMonth),
      spent_today: isMain ? null : nanoToUsd(row.spentToday),
      spent_this_month: isMain ? null : nanoToUsd(row.spentThisMonth),
    };
  }
}

/**
 * Runs changes to an account's keys one after another, so that their number never exceeds the maximum. Throws AppError 409
 * for a name that is in use.
 */
export async function withLockedAccount<T>(
  db: Database,
  accountId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(async (tx) => {
      await lockAccount(tx, accountId);
      return work(tx);
    });
  } catch (error) {
    if (getUniqueViolation(error) === "api_keys_live_name") throw createNameTakenError();
    throw error;
  }
}

async function requireRoom(db: Queryable, accountId: string): Promise<void> {
  const { live, madeToday } = await countKeys(db, accountId, "named");
  if (live >= LIMITS.namedKeys)
    throw tooManyKeys(
      `Limit reached: ${LIMITS.namedKeys} API keys in addition to the main key. Revoke one first`,
    );
  if (madeToday >= LIMITS.namedKeysPerDay)
    throw tooManyKeys(
      `Limit reached: ${LIMITS.namedKeysPerDay} new API keys per day. Please try again tomorrow`,
    );
}

function getLimits(
  asked: CreateKeyRequest | UpdateKeyRequest,
  present: Pick<NamedKeyRow, "perRun" | "perDay" | "perMonth">,
) {
  return {
    perRun: parseLimitChange(asked.limit_per_run, present.perRun),
    perDay: parseLimitChange(asked.limit_per_day, present.perDay),
    perMonth: parseLimitChange(asked.limit_per_month, present.perMonth),
  };
}

function getExpiry(asked: string | null | undefined, present: Date | null): Date | null {
  if (asked === undefined) return present;
  if (asked === null) return null;
  const end = new Date(asked);
  if (end.getTime() <= Date.now()) throw invalidField("expires_at", "expires_at must be in the future");
  return end;
}

async function readKey(tx: Tx, accountId: string, id: string): Promise<NamedKeyRow> {
  const key = await findLiveKey(tx, accountId, id);
  if (!key) throw notFound("API key");
  return key;
}

async function readNamed(tx: Tx, accountId: string, id: string): Promise<NamedKeyRow> {
  const key = await readKey(tx, accountId, id);
  if (key.name === MAIN_KEY)
    throw new AppError(
      409,
      "conflict",
      "The main key cannot be changed or revoked; refresh it instead. To set limits, create another key",
    );
  return key;
}

function createNameTakenError(): AppError {
  const message = "You already have an API key with this name";
  return new AppError(409, "conflict", message, { errors: [{ field: "name", message }] });
}

export const tooManyKeys = (detail: string) => new AppError(403, "key_limit_reached", detail);
