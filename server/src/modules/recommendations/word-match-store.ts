import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";

/** A search for agents by an account, with its filters. */
export interface AgentSearch {
  words: readonly string[];
  accountId: string;
  category: string | undefined;
  /** USD per token. */
  maxPrice: number | undefined;
}

/** How an agent's text matches the words. */
export interface WordMatch {
  agentId: number;
  /** The share of the query words' weight that the agent's text contains, from 0 to 1. */
  share: number;
  /** Words of the query that the agent's text contains, the highest weight first. */
  words: string[];
  /** Words of the query that were treated as typing errors, because the agent's text contains only similar words. */
  correctedWords: string[];
}

/**
 * The number of matches to read, which is more than a reply contains. Agents that rank lower by words are found by
 * meaning or not at all.
 */
const MATCHES_MAX = 200;

/**
 * A word in the name counts most. Words in tags, category and description count nearly as much, and words in the
 * documentation half as much.
 */
const STRENGTH = sql`CASE
  WHEN ts_filter(heading, '{a}') @@ query THEN 1
  WHEN ts_filter(heading, '{b}') @@ query THEN 0.9
  ELSE 0.5 END`;
/** The weight of a corrected word, which may have meant something else. */
const CORRECTED = sql`CASE WHEN corrected THEN 0.7 ELSE 1 END`;

/** Returns the condition for listed agents that match the filters. */
function createSearchCondition({ accountId, category, maxPrice }: AgentSearch): RawBuilder<unknown> {
  const conditions = [
    sql`(visibility = 'public' OR owner_account_id = ${accountId})`,
    ...(category === undefined ? [] : [sql`category = ${category}`]),
    ...(maxPrice === undefined
      ? []
      : [sql`price_per_token_nano <= round(${maxPrice}::numeric * 1000000000)`]),
  ];
  return sql.join(conditions, sql` AND `);
}

/**
 * Finds agents whose text contains some of the words, the best first. A word weighs more if fewer agents have it, so
 * one significant word is worth more than several common ones.
 */
export async function matchWords(db: Database, search: AgentSearch): Promise<WordMatch[]> {
  const words = [...search.words];
  const { rows } = await sql<WordMatch>`
    WITH query_word AS MATERIALIZED (SELECT * FROM query_words(${words}::text[])),
    matches AS MATERIALIZED (
      SELECT place, corrected, agent_id, ${STRENGTH} * ${CORRECTED} AS strength
      FROM query_word JOIN listed_agents ON document @@ query
      WHERE ${createSearchCondition(search)}),
    weights AS (
      SELECT place, ln(1 + (SELECT count(*) FROM listed_agents)::float8 / (1 + count(agent_id))) AS weight
      FROM query_word LEFT JOIN matches USING (place) GROUP BY place)
    SELECT agent_id AS "agentId", sum(strength * weight) / (SELECT sum(weight) FROM weights) AS share,
      coalesce(array_agg((${words}::text[])[place] ORDER BY strength * weight DESC)
        FILTER (WHERE NOT corrected), '{}') AS words,
      coalesce(array_agg((${words}::text[])[place] ORDER BY strength * weight DESC)
        FILTER (WHERE corrected), '{}') AS "correctedWords"
    FROM matches JOIN weights USING (place)
    GROUP BY agent_id ORDER BY share DESC, agent_id LIMIT ${MATCHES_MAX}`.execute(db);
  return rows;
}

/**
 * Compares the names of agents with the words by trigrams. Returns similarities from 0 to 1, keyed by agent id.
 */
export async function matchNames(db: Database, search: AgentSearch): Promise<Map<number, number>> {
  const { rows } = await sql<{ agentId: number; likeness: number }>`
    SELECT agent_id AS "agentId", likeness
    FROM names_like(${[...search.words]}::text[]) JOIN listed_agents USING (agent_id)
    WHERE ${createSearchCondition(search)}
    ORDER BY likeness DESC, agent_id LIMIT ${MATCHES_MAX}`.execute(db);
  return new Map(rows.map(({ agentId, likeness }) => [agentId, likeness]));
}
