import {
  type CreatePublishableKeyRequest,
  nanoToUsd,
  type PublishableKey,
  type UpdatePublishableKeyRequest,
  usdToNano,
  WIDGET_LIMITS,
} from "@stoa/contract";
import { LRUCache } from "lru-cache";
import { generatePublishableKey, hashToken } from "../../../platform/crypto/tokens.ts";
import type { Database, Tx } from "../../../platform/db/database.ts";
import { generateId } from "../../../platform/db/new-id.ts";
import { invalidField, notFound } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import { recordKeyUse } from "../api-key-store.ts";
import { toKeyPrefix } from "../api-keys.ts";
import { countKeys, revokeKey } from "../named-key-store.ts";
import { tooManyKeys, withLockedAccount } from "../named-keys.ts";
import { writeLimits } from "../spending-limit-store.ts";
import {
  changePublishableKey,
  type EmbeddingKeyRow,
  findEmbeddingKey,
  insertPublishableKey,
  listPublishableKeys,
  type PublishableKeyRow,
} from "./publishable-key-store.ts";

export interface PublishableKeysOptions {
  db: Database;
  /** Returns undefined for an agent that this account cannot run, and otherwise why it cannot be embedded. */
  checkEmbedding: (
    agentId: number,
    accountId: string,
  ) => Promise<{ problem: string | undefined } | undefined>;
}

/** How much later other nodes may apply a change. It is the same delay as for other credentials. */
const CACHE_MS = 5000;
/** The maximum number of cached keys, which takes a few megabytes. */
const CACHE_ENTRIES = 10_000;

/** Manages the publishable keys of accounts, with which web pages embed agents. */
export class PublishableKeys {
  readonly #options: PublishableKeysOptions;
  readonly #known = new LRUCache<string, { row: EmbeddingKeyRow | undefined }>({
    max: CACHE_ENTRIES,
    ttl: CACHE_MS,
  });

  constructor(options: PublishableKeysOptions) {
    this.#options = options;
  }

  async list({ accountId }: Caller): Promise<{ keys: PublishableKey[] }> {
    const rows = await listPublishableKeys(this.#options.db, accountId);
    return { keys: rows.map(present) };
  }

  /**
   * Creates a key.
   * @throws AppError 400 for an agent that cannot be embedded, 403 if the account has
   * too many keys or created too many today, 404 for an agent that the account cannot run, 409 if the name is in use
   */
  async create(caller: Caller, asked: CreatePublishableKeyRequest): Promise<PublishableKey> {
    const { accountId, userId } = caller;
    const { name, agent_id: agentId, origins } = asked;
    await this.#requireEmbeddable(agentId, accountId);
    const limits = toLimits(asked.limit_per_day, asked.limit_per_message ?? WIDGET_LIMITS.perMessageUsd);
    const publishableKey = generatePublishableKey();
    return withLockedAccount(this.#options.db, accountId, async (tx) => {
      const { live, madeToday } = await countKeys(tx, accountId, "publishable");
      if (live >= WIDGET_LIMITS.keys)
        throw tooManyKeys(`Limit reached: ${WIDGET_LIMITS.keys} publishable keys. Delete one first`);
      if (madeToday >= WIDGET_LIMITS.keysPerDay)
        throw tooManyKeys(
          `Limit reached: ${WIDGET_LIMITS.keysPerDay} new publishable keys per day. Please try again tomorrow`,
        );
      const id = await generateId(tx, "key");
      await insertPublishableKey(tx, {
        ...{ id, accountId, userId, name, publishableKey, agentId, origins },
        keyHash: hashToken(publishableKey),
        prefix: toKeyPrefix(publishableKey),
        visitorMessages: asked.visitor_messages ?? WIDGET_LIMITS.visitorMessages,
      });
      await writeLimits(tx, accountId, id, limits);
      return present(await readKey(tx, accountId, id));
    });
  }

  /** Changes a key. @throws AppError 409 if the name is in use, 404 for an unknown key */
  async update(
    { accountId }: Caller,
    id: string,
    asked: UpdatePublishableKeyRequest,
  ): Promise<PublishableKey> {
    const changed = await withLockedAccount(this.#options.db, accountId, async (tx) => {
      const before = await readKey(tx, accountId, id);
      await changePublishableKey(tx, id, {
        name: asked.name ?? before.name,
        origins: asked.origins ?? before.origins,
        visitorMessages: asked.visitor_messages ?? before.visitorMessages,
      });
      const day = asked.limit_per_day ?? nanoToUsd(before.perDay);
      const message = asked.limit_per_message ?? nanoToUsd(before.perRun);
      await writeLimits(tx, accountId, id, toLimits(day, message));
      return readKey(tx, accountId, id);
    });
    this.#forget(changed);
    return present(changed);
  }

  /** Deletes a key: pages that embed the agent with it stop showing it. @throws AppError 404 for an unknown key */
  async remove({ accountId }: Caller, id: string): Promise<void> {
    const removed = await withLockedAccount(this.#options.db, accountId, async (tx) => {
      const row = await readKey(tx, accountId, id);
      await revokeKey(tx, id);
      return row;
    });
    this.#forget(removed);
  }

  /** Returns a key for an embedded chat; undefined if it does not exist or its owner's account was deleted. */
  async find(by: { publishableKey: string } | { keyId: string }): Promise<EmbeddingKeyRow | undefined> {
    const entry = "keyId" in by ? by.keyId : by.publishableKey;
    const known = this.#known.get(entry);
    if (known) return known.row;
    const row = await findEmbeddingKey(this.#options.db, by);
    this.#known.set(entry, { row });
    return row;
  }

  /** Records that a visitor has sent a message with a key. */
  recordUse(keyId: string): Promise<void> {
    return recordKeyUse(this.#options.db, keyId);
  }

  #forget({ id, publishableKey }: PublishableKeyRow): void {
    this.#known.delete(id);
    this.#known.delete(publishableKey);
  }

  async #requireEmbeddable(agentId: number, accountId: string): Promise<void> {
    const embedding = await this.#options.checkEmbedding(agentId, accountId);
    if (!embedding) throw notFound("Agent");
    if (embedding.problem !== undefined) throw invalidField("agent_id", embedding.problem);
  }
}

const toLimits = (day: number, message: number) => ({
  perRun: usdToNano(message),
  perDay: usdToNano(day),
  perMonth: null,
});

async function readKey(tx: Tx, accountId: string, id: string): Promise<PublishableKeyRow> {
  const [row] = await listPublishableKeys(tx, accountId, id);
  if (!row) throw notFound("Publishable key");
  return row;
}

function present(row: PublishableKeyRow): PublishableKey {
  return {
    id: row.id,
    name: row.name,
    publishable_key: row.publishableKey,
    agent_id: row.agentId,
    origins: row.origins,
    limit_per_day: nanoToUsd(row.perDay),
    limit_per_message: nanoToUsd(row.perRun),
    visitor_messages: row.visitorMessages,
    spent_today: nanoToUsd(row.spentToday),
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}
