import { type AgentSecretList, findNameProblem, LIMITS, SHORTEST_MASKED_SECRET } from "@stoa/contract";
import { recordInAuditLog } from "../../../platform/audit/audit-log.ts";
import type { SealContext, Vault } from "../../../platform/crypto/vault.ts";
import type { Database, Queryable } from "../../../platform/db/database.ts";
import { AppError, invalidField, notFound } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import { StoredManifest } from "../versions/version-content.ts";
import { lockOwned } from "../versions/version-store.ts";
import {
  deleteSecret,
  listSecrets,
  readSealedSecrets,
  type SealedAgentSecret,
  storeSecret,
} from "./secret-store.ts";

/** Returns the context that binds a sealed value to its agent, name and owner. */
export function createSecretContext({
  agentId,
  name,
  ownerAccountId,
}: Omit<SealedAgentSecret, "sealed">): SealContext {
  return { purpose: "agent_secret", row: `${agentId} ${name}`, owner: ownerAccountId };
}

/** Manages the secrets that developers set for their agents. */
export class AgentSecrets {
  readonly #db: Database;
  readonly #vault: Vault;

  constructor({ db, vault }: { db: Database; vault: Vault }) {
    this.#db = db;
    this.#vault = vault;
  }

  /**
   * Lists an agent's secrets, and the variables that its current file reads and that are not set.
   * @throws AppError 404 for anyone but the owner.
   */
  async list(caller: Caller, agentId: number): Promise<AgentSecretList> {
    const needed = await this.#readNeeded(agentId, caller.accountId);
    const rows = await listSecrets(this.#db, agentId);
    const names = new Set(rows.map(({ name }) => name));
    return {
      secrets: rows.map(({ updated_at, ...secret }) => ({ ...secret, updated_at: updated_at.toISOString() })),
      missing: needed.filter((name) => !names.has(name)),
    };
  }

  /**
   * Sets either all of the secrets or, on an error, none.
   * @throws AppError 400 for the first invalid name or value, 404 for anyone but the owner, 409 if the agent would have
   * too many secrets.
   */
  async set(
    caller: Caller,
    agentId: number,
    values: Readonly<Record<string, string>>,
  ): Promise<AgentSecretList> {
    for (const [name, value] of Object.entries(values)) refuseSecret(name, value);
    const { accountId: ownerAccountId, userId } = caller;
    await this.#db.transaction().execute(async (tx) => {
      if (!(await lockOwned(tx, agentId, ownerAccountId))) throw notFound("Agent");
      for (const [name, value] of Object.entries(values)) {
        const sealed = this.#vault.seal(value, createSecretContext({ agentId, name, ownerAccountId }));
        const isMasked = value.length >= SHORTEST_MASKED_SECRET;
        await storeSecret(tx, { agentId, ownerAccountId, name, sealed, isMasked, userId });
        await recordChange(tx, "agent_secret.set", userId, agentId, name);
      }
      const { length } = await listSecrets(tx, agentId);
      if (length > LIMITS.secretsMax)
        throw new AppError(
          409,
          "conflict",
          `An agent can have at most ${LIMITS.secretsMax} secrets, and this agent would have ${length}. Delete the secrets that it does not need.`,
        );
    });
    return this.list(caller, agentId);
  }

  /** Deletes a secret. @throws AppError 404 for anyone but the owner, or if there is no such secret. */
  async remove(caller: Caller, agentId: number, name: string): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      if (!(await lockOwned(tx, agentId, caller.accountId))) throw notFound("Agent");
      if (!(await deleteSecret(tx, agentId, name))) throw notFound("Secret");
      await recordChange(tx, "agent_secret.delete", caller.userId, agentId, name);
    });
  }

  /** Returns an agent's secrets, keyed by name, for one of its runs. @throws Error if a value cannot be decrypted */
  async open(agentId: number): Promise<Record<string, string>> {
    const rows = await readSealedSecrets(this.#db, agentId);
    return Object.fromEntries(
      rows.map((row) => [row.name, this.#vault.open(row.sealed, createSecretContext(row))]),
    );
  }

  async #readNeeded(agentId: number, accountId: string): Promise<string[]> {
    const current = await this.#db
      .selectFrom("agents")
      .innerJoin("agent_versions as version", "version.id", "agents.current_version_id")
      .select("version.manifest")
      .where("agents.id", "=", agentId)
      .where("agents.owner_account_id", "=", accountId)
      .where("agents.deleted_at", "is", null)
      .executeTakeFirst();
    if (!current) throw notFound("Agent");
    return StoredManifest.parse(current.manifest).secrets;
  }
}

/** @throws AppError 400 that names the secret, the reason and the remedy. */
function refuseSecret(name: string, value: string): void {
  const field = `secrets.${name.slice(0, 128)}`;
  const problem = findNameProblem(name);
  if (problem !== undefined) throw invalidField(field, problem);
  if (value === "")
    throw invalidField(field, `${name} is empty. Delete the secret if your agent does not need it.`);
  if (value.includes("\0"))
    throw invalidField(
      field,
      `${name} contains a NUL character, which no environment variable can have. Remove it.`,
    );
  const bytes = Buffer.byteLength(value);
  if (bytes > LIMITS.secretMaxBytes)
    throw invalidField(
      field,
      `${name} is ${bytes} bytes long. A secret can be at most ${LIMITS.secretMaxBytes} bytes (${LIMITS.secretMaxBytes / 1024} KiB) long.`,
    );
}

/** Records who set or deleted which secret, never a value. */
async function recordChange(
  tx: Queryable & Parameters<typeof recordInAuditLog>[0],
  action: string,
  actor: string,
  agentId: number,
  name: string,
): Promise<void> {
  await recordInAuditLog(tx, { actor, action, subject: `agent:${agentId}`, details: { name } });
}
