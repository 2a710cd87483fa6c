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
import { hashToken, newApiKey } from "../../platform/crypto/tokens.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { uniqueViolation } from "../../platform/db/errors.ts";
import { newId } from "../../platform/db/new-id.ts";
import { AppError, invalidField, notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { lockAccount } from "./api-key-store.ts";
import { MAIN_KEY, toKeyPrefix } from "./api-keys.ts";
import type { CachedAuthenticator } from "./authenticator.ts";
import {
  changeKey,
  countNamedKeys,
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
  /** Shown as the beginning of a main key that was created before its prefix was stored. */
  mainKeyOf: (accountId: string) => Promise<string>;
}

/** The main key may do everything, including what later versions add. */
function scopesOf({ scopes }: Pick<NamedKeyRow, "scopes">): Scope[] {
  return scopes === null ? [...SCOPES] : filterKnownScopes(scopes);
}

const NO_LIMITS = { perRun: null, perDay: null, perMonth: null };

/** Manages the API keys of an account other than its main key. Each has separate limits. */
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
   * Creates a key. Throws AppError 400 if it would expire in the past, 403 at the maximum number of keys, 409 for a
   * name in use.
   */
  async create(caller: Caller, asked: CreateKeyRequest): Promise<CreatedKey> {
    const { accountId, userId } = caller;
    const expiresAt = endOf(asked.expires_at, null);
    const key = newApiKey();
    const made = await this.#changing(accountId, async (tx) => {
      const { live, madeToday } = await countNamedKeys(tx, accountId);
      if (live >= LIMITS.namedKeys)
        throw tooManyKeys(
          `An account has at most ${LIMITS.namedKeys} API keys besides the main one; revoke one first`,
        );
      if (madeToday >= LIMITS.namedKeysPerDay)
        throw tooManyKeys(`An account makes at most ${LIMITS.namedKeysPerDay} API keys a day`);
      const id = await newId(tx, "key");
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
      await writeLimits(tx, accountId, id, limitsOf(asked, NO_LIMITS));
      return readKey(tx, accountId, id);
    });
    return { api_key: key, key: await this.#present(accountId, made) };
  }

  /** Changes a key. Throws AppError 400, 404 and 409 like `create`, and 409 for the main key. */
  async update({ accountId }: Caller, id: string, asked: UpdateKeyRequest): Promise<NamedKey> {
    const changed = await this.#changing(accountId, async (tx) => {
      const present = await readNamed(tx, accountId, id);
      const expiresAt = endOf(asked.expires_at, present.expiresAt);
      const scopes = asked.scopes ?? scopesOf(present);
      await changeKey(tx, id, { name: asked.name ?? present.name, scopes, expiresAt });
      await writeLimits(tx, accountId, id, limitsOf(asked, present));
      return readKey(tx, accountId, id);
    });
    this.#options.authenticator.forgetKey(changed.keyHash);
    return this.#present(accountId, changed);
  }

  /** Revokes a key. Throws AppError 404, and 409 for the main key. */
  async revoke({ accountId }: Caller, id: string): Promise<void> {
    const { keyHash } = await this.#changing(accountId, async (tx) => {
      const present = await readNamed(tx, accountId, id);
      await revokeKey(tx, id);
      return present;
    });
    this.#options.authenticator.forgetKey(keyHash);
  }

  /** Removes rows that limits no longer need: old days, and keys revoked two months ago. */
  async forgetOld(): Promise<void> {
    await forgetOldSpending(this.#options.db);
  }

  /** Changes to an account's keys run one after the other, so that their number is never exceeded. */
  async #changing<T>(accountId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await this.#options.db.transaction().execute(async (tx) => {
        await lockAccount(tx, accountId);
        return work(tx);
      });
    } catch (error) {
      if (uniqueViolation(error) === "api_keys_live_name") throw nameTaken();
      throw error;
    }
  }

  async #present(accountId: string, row: NamedKeyRow): Promise<NamedKey> {
    const isMain = row.name === MAIN_KEY;
    return {
      id: row.id,
      name: row.name,
      is_main: isMain,
      scopes: scopesOf(row),
      prefix: row.prefix ?? toKeyPrefix(await this.#options.mainKeyOf(accountId)),
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

function limitsOf(
  asked: CreateKeyRequest | UpdateKeyRequest,
  present: Pick<NamedKeyRow, "perRun" | "perDay" | "perMonth">,
) {
  return {
    perRun: parseLimitChange(asked.limit_per_run, present.perRun),
    perDay: parseLimitChange(asked.limit_per_day, present.perDay),
    perMonth: parseLimitChange(asked.limit_per_month, present.perMonth),
  };
}

function endOf(asked: string | null | undefined, present: Date | null): Date | null {
  if (asked === undefined) return present;
  if (asked === null) return null;
  const end = new Date(asked);
  if (end.getTime() <= Date.now()) throw invalidField("expires_at", "This moment has passed");
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
      "The main key is replaced by refreshing it; make another key for limits",
    );
  return key;
}

function nameTaken(): AppError {
  const message = "You have an API key of this name already";
  return new AppError(409, "conflict", message, { errors: [{ field: "name", message }] });
}

const tooManyKeys = (detail: string) => new AppError(403, "key_limit_reached", detail);
