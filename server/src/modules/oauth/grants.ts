import type { ConnectedApp, Scope } from "@stoa/contract";
import type { Database, Tx } from "../../platform/db/database.ts";
import { notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { getVerifiedHost } from "./clients.ts";
import { deleteGrants, type GrantMatch, type GrantRow, listGrants } from "./grant-store.ts";
import { describeRedirect } from "./redirect-uri.ts";
import type { Resources } from "./resources.ts";

/** What an app may do and spend, and what it has done. Money is in USD. */
interface AppKey {
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

/** The API keys for which the tokens of apps stand. The accounts module provides them. */
export interface AppKeysOfAccounts {
  create(tx: Tx, key: NewAppKey): Promise<string>;
  list(accountId: string): Promise<ReadonlyMap<string, AppKey>>;
  revoke(tx: Tx, keyId: string): Promise<void>;
  forget(keyId: string): void;
}

interface GrantsOptions {
  db: Database;
  resources: Resources;
  appKeys: AppKeysOfAccounts;
}

/** The number of expired grants that one transaction ends, so that it is short. */
const ENDED_AT_ONCE = 500;

/** Lists and ends what people have allowed apps. */
export class Grants {
  readonly #options: GrantsOptions;

  constructor(options: GrantsOptions) {
    this.#options = options;
  }

  async list({ accountId }: Caller): Promise<ConnectedApp[]> {
    const { db, appKeys } = this.#options;
    const [grants, keys] = await Promise.all([listGrants(db, accountId), appKeys.list(accountId)]);
    return grants.flatMap((grant) => {
      const key = keys.get(grant.keyId);
      return key ? [this.#present(grant, key)] : [];
    });
  }

  /** @throws AppError 404 for a grant that has ended, or of another account */
  async revoke({ accountId }: Caller, id: string): Promise<void> {
    if ((await this.end({ id, accountId })) === 0) throw notFound("Connected app");
  }

  /** Ends grants with their tokens and keys. Returns how many there were. */
  async end(match: GrantMatch): Promise<number> {
    const { db, appKeys } = this.#options;
    const keyIds = await db.transaction().execute(async (tx) => {
      const ended = await deleteGrants(tx, match);
      for (const keyId of ended) await appKeys.revoke(tx, keyId);
      return ended;
    });
    for (const keyId of keyIds) appKeys.forget(keyId);
    return keyIds.length;
  }

  /** Ends grants that no app can use anymore. */
  async endExpired(): Promise<void> {
    while ((await this.end({ expiredAtMost: ENDED_AT_ONCE })) === ENDED_AT_ONCE);
  }

  #present(
    { id, clientId, clientName, redirectUri, resource, createdAt }: GrantRow,
    key: AppKey,
  ): ConnectedApp {
    const redirect = describeRedirect(redirectUri);
    return {
      id,
      name: clientName,
      verified_host: getVerifiedHost(clientId),
      redirect_host: redirect.host,
      is_on_this_device: redirect.isOnDevice,
      agent_id: this.#options.resources.parse(resource)?.agentId ?? null,
      scopes: key.scopes,
      connected_at: createdAt.toISOString(),
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
      limit_per_day: key.limitPerDay,
      spent_today: key.spentToday,
      spent_this_month: key.spentThisMonth,
    };
  }
}
