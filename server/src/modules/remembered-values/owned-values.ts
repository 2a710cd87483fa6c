import { REMEMBERED_LIMITS, type RememberedValueList, type RememberingAgentList } from "@stoa/contract";
import type { ContentVault } from "../../platform/crypto/content-vault.ts";
import type { Database } from "../../platform/db/database.ts";
import { notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { deleteStore, deleteStoresAbout, listAgents, listValues } from "./owned-store.ts";
import { RunStore, type StoreName } from "./run-store.ts";

export interface OwnedValuesOptions {
  db: Database;
  /** Encrypts the values. */
  contentVault: ContentVault;
  /** Returns whether an account owns an agent. The catalog provides it. */
  ownsAgent(agentId: number, accountId: string): Promise<boolean>;
}

/** Lists and deletes what agents remember about a person. Nobody else sees it, not even the agent's developer. */
export class ValuesAboutPerson {
  readonly #options: OwnedValuesOptions;

  constructor(options: OwnedValuesOptions) {
    this.#options = options;
  }

  async listAgents(caller: Caller): Promise<RememberingAgentList> {
    const rows = await listAgents(this.#options.db, caller);
    return { agents: rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() })) };
  }

  /** Lists the values of an agent; an empty list for an agent that remembers nothing or does not exist. */
  list({ userId }: Caller, agentId: number): Promise<RememberedValueList> {
    return presentStore(this.#options, { agentId, userId });
  }

  /** Deletes a value. Deleting a value that does not exist changes nothing. */
  remove({ userId }: Caller, agentId: number, key: string): Promise<void> {
    return new RunStore(this.#options.db, this.#options.contentVault).remove({ agentId, userId }, key);
  }

  removeOfAgent({ userId }: Caller, agentId: number): Promise<void> {
    return deleteStore(this.#options.db, { agentId, userId });
  }

  removeAll({ userId }: Caller): Promise<void> {
    return deleteStoresAbout(this.#options.db, userId);
  }
}

/** Lists and deletes the values that all runs of an agent share, for the agent's owner. */
export class SharedValues {
  readonly #options: OwnedValuesOptions;

  constructor(options: OwnedValuesOptions) {
    this.#options = options;
  }

  /** @throws AppError 404 if the caller does not own the agent */
  async list(caller: Caller, agentId: number): Promise<RememberedValueList> {
    return presentStore(this.#options, await this.#getStore(caller, agentId));
  }

  /** Deletes a value, if it exists. @throws AppError 404 if the caller does not own the agent */
  async remove(caller: Caller, agentId: number, key: string): Promise<void> {
    const { db, contentVault } = this.#options;
    await new RunStore(db, contentVault).remove(await this.#getStore(caller, agentId), key);
  }

  /** @throws AppError 404 if the caller does not own the agent */
  async removeAll(caller: Caller, agentId: number): Promise<void> {
    await deleteStore(this.#options.db, await this.#getStore(caller, agentId));
  }

  async #getStore({ accountId }: Caller, agentId: number): Promise<StoreName> {
    if (!(await this.#options.ownsAgent(agentId, accountId))) throw notFound("Agent");
    return { agentId, userId: null };
  }
}

async function presentStore(options: OwnedValuesOptions, store: StoreName): Promise<RememberedValueList> {
  const rows = await listValues(options, store);
  return {
    values: rows.map((row) => ({
      ...row,
      updated_at: row.updated_at.toISOString(),
      expires_at: row.expires_at?.toISOString() ?? null,
    })),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    limit_bytes: REMEMBERED_LIMITS.storeBytes,
  };
}
