import type { UploadCheck, VersionPart } from "@stoa/contract";
import { type RawBuilder, sql } from "kysely";
import type { Queryable, Tx } from "../../../platform/db/database.ts";

/** Which versions of an agent are visible: all versions for its owner, and listed versions for everyone else. */
export interface VersionScope {
  agentId: number;
  isOwner: boolean;
}

export interface VersionRow {
  number: number;
  createdAt: Date;
  activatedAt: Date;
  isCurrent: boolean;
  framework: string;
  notes: string;
  /** The parts that differ from the previous visible version; empty for the first version. */
  changed: VersionPart[];
  state: string;
  checks: unknown;
  filename: string;
  sourceSha256: string;
  files: unknown;
  environmentDigest: string | null;
}

function createVisibilityCondition({ agentId, isOwner }: VersionScope): RawBuilder<unknown> {
  return isOwner ? sql`agent_id = ${agentId}` : sql`(agent_id = ${agentId} AND state = 'listed')`;
}

/** Finds versions from number `upTo` downward, and one more if the list continues. */
export async function findVersions(
  db: Queryable,
  scope: VersionScope,
  page: { upTo: number; limit: number; offset: number },
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    SELECT number, created_at AS "createdAt", activated_at AS "activatedAt",
      id = (SELECT current_version_id FROM agents WHERE agents.id = ${scope.agentId}) AS "isCurrent",
      framework, notes, state, checks, filename, encode(source_sha256, 'hex') AS "sourceSha256",
      environment_digest AS "environmentDigest", manifest->'files' AS files,
      CASE WHEN lag(number) OVER earlier IS NULL THEN '{}' ELSE array_remove(ARRAY[
        CASE WHEN source_sha256 <> lag(source_sha256) OVER earlier THEN 'code' END,
        CASE WHEN framework <> lag(framework) OVER earlier THEN 'framework' END,
        CASE WHEN part_digests[1] <> lag(part_digests[1]) OVER earlier THEN 'inputs' END,
        CASE WHEN part_digests[2] <> lag(part_digests[2]) OVER earlier THEN 'models' END,
        CASE WHEN part_digests[3] <> lag(part_digests[3]) OVER earlier THEN 'connectors' END,
        CASE WHEN manifest->'hosts' IS DISTINCT FROM lag(manifest->'hosts') OVER earlier THEN 'hosts' END,
        CASE WHEN part_digests[4] <> lag(part_digests[4]) OVER earlier THEN 'called_agents' END,
        CASE WHEN part_digests[5] <> lag(part_digests[5]) OVER earlier THEN 'examples' END
      ], NULL) END AS changed
    FROM (
      SELECT * FROM agent_versions
      WHERE ${createVisibilityCondition(scope)} AND number <= ${page.upTo}
      ORDER BY number DESC LIMIT ${page.limit + 1} OFFSET ${page.offset}
    ) AS page
    WINDOW earlier AS (ORDER BY number)
    ORDER BY number DESC`.execute(db);
  return rows;
}

export async function countVersions(db: Queryable, scope: VersionScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM agent_versions WHERE ${createVisibilityCondition(scope)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The data that versions are compared by. Only the owner's rows contain the source. */
export interface ComparedRow {
  number: number;
  createdAt: Date;
  notes: string;
  framework: string;
  inputs: unknown;
  manifest: unknown;
  examples: unknown;
  sha256: Buffer;
  filename: string;
  source: string | null;
}

/** Finds the latest visible version whose number is at most `upTo`. */
export async function findCompared(
  db: Queryable,
  scope: VersionScope,
  upTo: number,
): Promise<ComparedRow | undefined> {
  const { rows } = await sql<ComparedRow>`
    SELECT number, created_at AS "createdAt", notes, framework, input_schema AS inputs, manifest, examples,
      source_sha256 AS sha256, filename, ${scope.isOwner ? sql`source` : sql`NULL`} AS source
    FROM agent_versions WHERE ${createVisibilityCondition(scope)} AND number <= ${upTo}
    ORDER BY number DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** Finds the archives that these versions were uploaded as, keyed by version number. Single-file versions have none. */
export async function findArchives(
  db: Queryable,
  agentId: number,
  numbers: readonly number[],
): Promise<Map<number, Buffer>> {
  const rows = await db
    .selectFrom("agent_versions")
    .innerJoin("agent_archives", "agent_archives.version_id", "agent_versions.id")
    .select(["number", "packed"])
    .where("agent_id", "=", agentId)
    .where("number", "in", numbers)
    .execute();
  return new Map(rows.map(({ number, packed }) => [number, packed]));
}

/** Finds the manifest of a visible version and the digest of its packages. */
export function findVersionPackages(db: Queryable, { agentId, isOwner }: VersionScope, number: number) {
  return db
    .selectFrom("agent_versions")
    .select(["manifest", "environment_digest as digest"])
    .where("agent_id", "=", agentId)
    .where("number", "=", number)
    .$if(!isOwner, (query) => query.where("state", "=", "listed"))
    .executeTakeFirst();
}

/** Returns the entries of `digests`, each a digest or the beginning of one, that a version of an agent uses. */
export async function findUsedPackages(db: Queryable, digests: readonly string[]): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const { rows } = await sql<{ digest: string }>`
    SELECT DISTINCT wanted.digest FROM unnest(${digests}::text[]) AS wanted (digest)
    JOIN agent_versions AS version ON starts_with(version.environment_digest, wanted.digest)
    JOIN agents AS agent ON agent.id = version.agent_id
    WHERE version.manifest ? 'packages' AND version.state <> 'withdrawn' AND agent.deleted_at IS NULL`.execute(
    db,
  );
  return new Set(rows.map(({ digest }) => digest));
}

export interface LockedAgent {
  name: string;
  currentNumber: number;
}

/** Locks an agent of this owner until the transaction ends. Returns undefined if this account has no such agent. */
export async function lockOwned(
  tx: Tx,
  agentId: number,
  ownerAccountId: string,
): Promise<LockedAgent | undefined> {
  const { rows } = await sql<Pick<LockedAgent, "name">>`
    SELECT name FROM agents
    WHERE id = ${agentId} AND owner_account_id = ${ownerAccountId} AND deleted_at IS NULL FOR NO KEY UPDATE`.execute(
    tx,
  );
  const [agent] = rows;
  return agent && { ...agent, currentNumber: await readCurrentNumber(tx, agentId) };
}

/**
 * Reads the current version after the lock, because the transaction that held it may have made another version current.
 */
async function readCurrentNumber(tx: Tx, agentId: number): Promise<number> {
  const { number } = await tx
    .selectFrom("agents")
    .innerJoin("agent_versions as version", "version.id", "agents.current_version_id")
    .select("version.number")
    .where("agents.id", "=", agentId)
    .executeTakeFirstOrThrow();
  return number;
}

/** Locks a version, so that no other transaction changes its state. */
export function lockVersion(tx: Tx, agentId: number, number: number) {
  return tx
    .selectFrom("agent_versions")
    .select([
      "id",
      "state",
      "framework",
      "agent_type",
      "entry",
      "checks",
      "manifest",
      "environment_digest as environmentDigest",
    ])
    .where("agent_id", "=", agentId)
    .where("number", "=", number)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Stores that a version became the current version now, with the results of its checks. */
export async function markActivated(
  tx: Tx,
  versionId: string,
  checks: readonly UploadCheck[],
): Promise<void> {
  await tx
    .updateTable("agent_versions")
    .set({ checks: JSON.stringify(checks), activated_at: sql<Date>`now()` })
    .where("id", "=", versionId)
    .execute();
}

export async function markWithdrawn(tx: Tx, versionId: string): Promise<void> {
  await tx.updateTable("agent_versions").set({ state: "withdrawn" }).where("id", "=", versionId).execute();
}
