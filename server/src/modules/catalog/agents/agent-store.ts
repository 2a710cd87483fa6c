import { PlanType, type UploadCheck, type Visibility } from "@stoa/contract";
import { sql, type Updateable } from "kysely";
import type { Queryable, Tx } from "../../../platform/db/database.ts";
import type { Agents } from "../../../platform/db/schema.gen.ts";
import { toSlug } from "../listing/search-text.ts";
import type { ResolvedModels } from "../upload/offered-models.ts";
import type { VersionContent } from "../versions/version-content.ts";

export interface NewAgent {
  /** Given for sample agents alone; everyone else's come from the sequence. */
  id?: number;
  ownerAccountId: string;
  name: string;
  description: string;
  documentation: string;
  category: string;
  tags: string[];
  features: string[];
  useCases: string[];
  /** The cap on one run, nano-USD. Without one it follows the price (docs/product-rules.md#maximum-cost-per-run). */
  maxCostPerRun?: bigint;
  /** What the developer adds to a run at most, nano-USD. */
  sponsorLimit?: bigint;
  /** Public where it is left out. */
  visibility?: Visibility;
}

/**
 * Uploads of one account go one after the other from here to the end of the transaction, and its plan stays.
 * @returns the plan.
 */
export async function lockOwner(tx: Tx, accountId: string): Promise<PlanType> {
  const { rows } = await sql<{ plan: string }>`
    SELECT lock_account(${accountId}) AS plan`.execute(tx);
  return PlanType.parse(rows[0]?.plan);
}

/** How many agents count for the limit of the plan. */
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

/** Names are unique per owner, without case. */
export async function nameTaken(db: Queryable, accountId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom("agents")
    .select("id")
    .where("owner_account_id", "=", accountId)
    .where(sql`lower(name)`, "=", sql`lower(${name})`)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws a unique violation of `agents_owner_name_key` when the owner has an agent of that name. */
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

/** Versions of one agent come one after the other from here to the end of the transaction. */
export async function lockAgent(tx: Tx, agentId: number): Promise<void> {
  await sql`SELECT FROM agents WHERE id = ${agentId} FOR NO KEY UPDATE`.execute(tx);
}

/** A version that passed its checks, and the models that it names as far as they are offered now. */
export interface NewVersion {
  content: VersionContent;
  models: ResolvedModels;
  checks: readonly UploadCheck[];
  notes?: string;
}

/**
 * Adds a version that passed its checks and points the agent to it.
 * @returns its number.
 */
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
        ...(content.entry.engine && { engine: content.entry.engine }),
      }),
      examples: JSON.stringify(content.examples),
      environment_digest: content.environmentDigest ?? null,
      state: "listed",
      checks: JSON.stringify(checks),
      notes,
    })
    .returning(["id", "number", "framework", "agent_type"])
    .executeTakeFirstOrThrow();
  await pointTo(tx, agentId, version, models);
  return version.number;
}

/** Makes a version of an agent its current one. */
export async function pointTo(
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
 * @returns false when this account has no such agent.
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
