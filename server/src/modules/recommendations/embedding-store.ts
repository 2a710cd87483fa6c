import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { AgentTexts } from "./agent-passages.ts";

/**
 * How long a node may keep the agents that it has claimed. An embedder takes less time for a batch of agents;
 * after that, another node may try.
 */
const CLAIM = sql`interval '1 minute'`;

/** An agent that needs a vector, with the fields that currently describe it. */
export interface DueAgent extends AgentTexts {
  agentId: number;
  versionId: string;
  /** The time as PostgreSQL's text, because a Date has no microseconds. */
  wordsChangedAt: string;
  /** The digest of the words that the current vector was made from; null if it is of another model. */
  embeddedWords: Buffer | null;
}

/**
 * Claims up to `limit` listed agents whose vector is missing or outdated, starting with those that have the most runs.
 * The claim keeps other nodes from computing the same vectors.
 */
export async function claimDueAgents(db: Database, model: string, limit: number): Promise<DueAgent[]> {
  const { rows } = await sql<DueAgent>`
    WITH claimed AS (
      INSERT INTO agent_embeddings AS embedding (agent_id, claimed_until)
      SELECT listed.agent_id, clock_timestamp() + ${CLAIM}
      FROM listed_agents AS listed
      JOIN agent_texts AS texts USING (agent_id)
      LEFT JOIN agent_embeddings AS present USING (agent_id)
      WHERE (present.model, present.version_id, present.words_changed_at)
          IS DISTINCT FROM (${model}, texts.current_version_id, texts.updated_at)
        AND (present.claimed_until IS NULL OR present.claimed_until < clock_timestamp())
      ORDER BY listed.executions DESC, listed.agent_id
      LIMIT ${limit}
      ON CONFLICT (agent_id) DO UPDATE SET claimed_until = excluded.claimed_until
        WHERE embedding.claimed_until < clock_timestamp()
      RETURNING agent_id, CASE WHEN model = ${model} THEN words_sha256 END AS words_sha256
    )
    SELECT agent_id AS "agentId", current_version_id AS "versionId", updated_at::text AS "wordsChangedAt",
      words_sha256 AS "embeddedWords", name, description, documentation, tags, use_cases AS "useCases"
    FROM claimed JOIN agent_texts USING (agent_id)`.execute(db);
  return rows;
}

/** Keeps the vector of an agent whose new version has the same words. */
export async function keepEmbedding(db: Database, agent: DueAgent): Promise<void> {
  await sql`
    UPDATE agent_embeddings SET claimed_until = '-infinity', version_id = ${agent.versionId},
      words_changed_at = ${agent.wordsChangedAt}::timestamptz
    WHERE agent_id = ${agent.agentId}`.execute(db);
}

export async function saveEmbedding(
  db: Database,
  agent: DueAgent,
  made: { model: string; wordsDigest: Buffer; vector: Int8Array },
): Promise<void> {
  await sql`
    UPDATE agent_embeddings SET claimed_until = '-infinity', model = ${made.model},
      version_id = ${agent.versionId}, words_changed_at = ${agent.wordsChangedAt}::timestamptz,
      words_sha256 = ${made.wordsDigest}, vector = ${Buffer.from(made.vector.buffer)}, made_at = clock_timestamp()
    WHERE agent_id = ${agent.agentId}`.execute(db);
}

export interface StoredVector {
  agentId: number;
  /** The vector as bytes; empty if the model understands none of the words. */
  vector: Buffer;
}

/**
 * How far before the last known `made_at` a node looks for new vectors. Other transactions see a vector only when
 * its transaction commits, a little after its `made_at`.
 */
const OVERLAP = sql`interval '30 seconds'`;

/**
 * Finds this model's vectors of these agents, and any of its vectors that were added since `after`.
 * @param after `until` of the previous result
 */
export async function findVectors(
  db: Database,
  model: string,
  wanted: { agentIds: readonly number[]; after: string | undefined },
): Promise<{ vectors: StoredVector[]; until: string }> {
  const clock = await sql<{ until: string }>`SELECT clock_timestamp()::text AS until`.execute(db);
  const { rows } = await sql<StoredVector>`
    SELECT agent_id AS "agentId", vector FROM agent_embeddings
    WHERE model = ${model} AND (agent_id = ANY (${[...wanted.agentIds]}::int[])
      OR made_at > ${wanted.after ?? "infinity"}::timestamptz - ${OVERLAP})`.execute(db);
  return { vectors: rows, until: clock.rows[0]?.until ?? "infinity" };
}
