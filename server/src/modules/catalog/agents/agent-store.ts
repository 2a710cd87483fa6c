import { PlanType, type UploadCheck, type Visibility } from "@stoa/contract";
import { sql, type Updateable } from "kysely";
import type { Queryable, Tx } from "../../../platform/db/database.ts";
import type { Agents } from "../../../platform/db/schema.gen.ts";
import { toSlug } from "../listing/search-text.ts";
import type { ResolvedModels } from "../upload/offered-models.ts";
import type { VersionContent } from "../versions/version-content.ts";

export interface NewAgent {
  /** The id of a sample agent. All other ids come from the sequence. */
  id?: number;
  ownerAccountId: string;
  name: string;
  description: string;
  documentation: string;
  category: string;
  tags: string[];
  features: string[];
  useCases: string[];
  /**
   * The cap on one run, nano-USD. Without it, the cap follows from the price
   * (docs/product-rules.md#maximum-cost-per-run).
   */
  maxCostPerRun?: bigint;
  /** The maximum that the developer pays toward a run, nano-USD. */
  sponsorLimit?: bigint;
  /** Who may see the agent; public by default. */
  visibility?: Visibility;
}

/**
 * Locks an account until the transaction ends: its uploads run one after another, and its plan does not change.
 * @returns the plan.
 */
export async function lockOwner(tx: Tx, accountId: string): Promise<PlanType> {
  const { rows } = await sql<{ plan: string }>`
    SELECT lock_account(${accountId}) AS plan`.execute(tx);
  return PlanType.parse(rows[0]?.plan);
}

/** Returns the number of the account's agents that count toward its plan's limit. */
export async function countOwned(db: Queryable, accountId: string): Promise<number> {
  const row = await db
    .selectFrom("agents")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("owner_account_id", "=", accountId)
    .where("archived_at", "is", null)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Returns whether the account has an agent of this name. Names are unique per owner, ignoring case. */
export async function isNameTaken(db: Queryable, accountId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom("agents")
    .select("id")
    .where("owner_account_id", "=", accountId)
    .where(sql`lower(name)`, "=", sql`lower(${name})`)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws a unique violation of `agents_owner_name_key` if the owner has an agent of that name. */
export async function insertAgent(
  tx: Tx,
  agent: NewAgent,
  content: Pick<VersionContent, "framework" | "agentType">,
): Promise<number> {
  const row = await tx
    .insertInto("agents")
    .values({
      ...(agent.id !== undefined && { id: agent.id }),
      owner_account_id: agent.ownerAccountId,
      name: agent.name,
      slug: toSlug(agent.name),
      description: agent.description,
      documentation: agent.documentation,
      category: agent.category,
      tags: agent.tags,
      features: agent.features,
      use_cases: agent.useCases,
      ...(agent.maxCostPerRun !== undefined && { max_cost_per_run: agent.maxCostPerRun }),
      ...(agent.sponsorLimit !== undefined && { sponsor_limit: agent.sponsorLimit }),
      ...(agent.visibility !== undefined && { visibility: agent.visibility }),
      framework: content.framework,
      agent_type: content.agentType,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Locks an agent until the transaction ends, so that its versions are added one after another. */
export async function lockAgent(tx: Tx, agentId: number): Promise<void> {
  await sql`SELECT FROM agents WHERE id = ${agentId} FOR NO KEY UPDATE`.execute(tx);
}

/** A version that passed its checks. `models` says which of its models are offered now. */
export interface NewVersion {
  content: VersionContent;
  models: ResolvedModels;
  checks: readonly UploadCheck[];
  notes?: string;
}

/** Adds a version that passed its checks and makes it the agent's current version. @returns the version's number. */
export async function addCurrentVersion(
  tx: Tx,
  agentId: number,
  { content, models, checks, notes = "" }: NewVersion,
): Promise<number> {
  await lockAgent(tx, agentId);
  const version = await tx
    .insertInto("agent_versions")
    .values({
      agent_id: agentId,
      number: sql<number>`(SELECT coalesce(max(number), 0) + 1 FROM agent_versions WHERE agent_id = ${agentId})`,
      source_sha256: content.sha256,
      source: content.source,
      filename: content.filename,
      framework: content.framework,
      agent_type: content.agentType,
      entry: JSON.stringify(content.entry),
      input_schema: JSON.stringify(content.inputs),
      manifest: JSON.stringify({
        models: content.models,
        connectors: content.connectors,
        agents: content.agents,
        ...(content.hosts.length > 0 && { hosts: content.hosts }),
        ...(content.modelHosts.length > 0 && { model_hosts: content.modelHosts }),
        ...(content.secrets.length > 0 && { secrets: content.secrets }),
        ...(content.entry.engine && { engine: content.entry.engine }),
        ...(content.packages && { packages: content.packages }),
        ...(content.archive && { files: content.archive.files }),
      }),
      examples: JSON.stringify(content.examples),
      environment_digest: content.environmentDigest ?? null,
      state: "listed",
      checks: JSON.stringify(checks),
      notes,
    })
    .returning(["id", "number", "framework", "agent_type"])
    .executeTakeFirstOrThrow();
  if (content.archive)
    await tx
      .insertInto("agent_archives")
      .values({ version_id: version.id, packed: content.archive.packed })
      .execute();
  await setCurrentVersion(tx, agentId, version, models);
  return version.number;
}

/** Makes a version of an agent its current version. */
export async function setCurrentVersion(
  tx: Tx,
  agentId: number,
  version: { id: string; framework: string; agent_type: string },
  models: ResolvedModels,
): Promise<void> {
  await tx
    .updateTable("agents")
    .set({
      current_version_id: version.id,
      framework: version.framework,
      agent_type: version.agent_type,
      offered_models: models.offered,
      missing_models: models.missing,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", agentId)
    .execute();
}

/**
 * Changes an agent of this owner and locks its row until the transaction ends.
 * @returns false if this account has no such agent.
 */
export async function changeAgent(
  tx: Tx,
  agentId: number,
  ownerAccountId: string,
  changes: Updateable<Agents>,
): Promise<boolean> {
  const result = await tx
    .updateTable("agents")
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where("id", "=", agentId)
    .where("owner_account_id", "=", ownerAccountId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Uses by other accounts that prevent an owner from deleting an agent. */
interface UseByOthers {
  wasCharged: boolean;
  /** Whether another account has an active run of the agent. */
  isRun: boolean;
}

/**
 * Returns whether other accounts were charged for an agent or are running it.
 * @throws Error if there is no such agent.
 */
export async function readUseByOthers(tx: Tx, agentId: number): Promise<UseByOthers> {
  const { rows } = await sql<UseByOthers>`
    SELECT agent_was_charged_to_others(a.id, a.owner_account_id) AS "wasCharged",
      agent_is_run_by_others(a.id, a.owner_account_id) AS "isRun"
    FROM agents a WHERE a.id = ${agentId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`agent ${agentId} does not exist`);
  return row;
}

/**
 * Erases the contents of an agent. Its row and the ids of its versions stay, because runs and the ledger refer to
 * them.
 */
export async function eraseAgent(tx: Tx, agentId: number): Promise<void> {
  await sql`
    UPDATE agents SET deleted_at = now(), is_active = false, description = '', documentation = '', tags = '{}',
      features = '{}', use_cases = '{}', updated_at = now()
    WHERE id = ${agentId}`.execute(tx);
  await sql`
    UPDATE agent_versions SET state = 'withdrawn', source = '', filename = '', notes = '', input_schema = '[]',
      examples = '[]', checks = '[]', manifest = '{"models": [], "connectors": [], "agents": []}'
    WHERE agent_id = ${agentId}`.execute(tx);
  await sql`
    DELETE FROM agent_archives
    WHERE version_id IN (SELECT id FROM agent_versions WHERE agent_id = ${agentId})`.execute(tx);
  await sql`DELETE FROM search_documents WHERE agent_id = ${agentId}`.execute(tx);
  await sql`SELECT erase_agent_embedding(${agentId}::integer)`.execute(tx);
  await sql`DELETE FROM agent_secrets WHERE agent_id = ${agentId}`.execute(tx);
  await sql`DELETE FROM favourites WHERE agent_id = ${agentId}`.execute(tx);
  await sql`SELECT erase_agent_values(${agentId}::integer)`.execute(tx);
  await sql`SELECT erase_remembered_values(${agentId}::integer)`.execute(tx);
  await sql`SELECT revoke_agent_grants(${agentId}::integer)`.execute(tx);
  await sql`SELECT revoke_agent_host_grants(${agentId}::integer)`.execute(tx);
}
