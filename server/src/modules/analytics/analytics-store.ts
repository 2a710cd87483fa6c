import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { AnalyticsScope, Figures, Percentiles, Span, SpanFigures } from "./figures.ts";
import { readUserDays, readUserTotal } from "./user-store.ts";

/** The agent id in `agent_run_days` that means all agents of a developer. */
const ALL_AGENTS = 0;

/** Reads the figures of the last `days` UTC days, including today. Uses one snapshot, so that money and runs match. */
export function readSpan(db: Database, scope: AnalyticsScope, days: number): Promise<SpanFigures> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      const { from, to } = await readDateRange(tx, days);
      const { developerAccountId, agentId = ALL_AGENTS } = scope;
      const span = { developerAccountId, agentId, from };
      const [figures, times, users] = [
        await readFigures(tx, span),
        await readTimes(tx, span),
        await readUserDays(tx, span),
      ];
      return {
        from,
        to,
        ...toPercentiles(times.get(WHOLE_SPAN)),
        users: await readUserTotal(tx, span),
        days: figures.map((day) => ({
          ...day,
          ...toPercentiles(times.get(day.date)),
          users: users.get(day.date) ?? 0n,
        })),
      };
    });
}

async function readDateRange(tx: Tx, days: number): Promise<{ from: string; to: string }> {
  const { rows } = await sql<{ from: string; to: string }>`
    SELECT d.today::text AS "to", (d.today - ${days}::integer + 1)::text AS "from"
    FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS today) d`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error("the database returned no date");
  return row;
}

/** Reads the figures of counted runs and of runs that are not counted yet, with money from the ledger. */
async function readFigures(tx: Tx, { developerAccountId, agentId, from }: Span) {
  const agents = agentId === ALL_AGENTS ? await findAgentIds(tx, developerAccountId) : [agentId];
  const { rows } = await sql<Figures & { date: string }>`
    SELECT f.day::text AS date, sum(f.runs)::bigint AS runs, sum(f.succeeded)::bigint AS succeeded,
      sum(f.failed)::bigint AS failed, sum(f.tokens)::bigint AS tokens, sum(f.gross)::bigint AS gross,
      sum(f.model_cost)::bigint AS "modelCost", sum(f.fee)::bigint AS "platformFee", sum(f.revenue)::bigint AS revenue
    FROM (
      SELECT d.day, d.runs, d.succeeded, d.failed, d.tokens,
        0::bigint AS gross, 0::bigint AS model_cost, 0::bigint AS fee, 0::bigint AS revenue
      FROM agent_run_days d
      WHERE d.developer_account_id = ${developerAccountId} AND d.agent_id = ${agentId} AND d.day >= ${from}::date
      UNION ALL
      SELECT w.day, 1, w.succeeded, w.failed, w.tokens, 0, 0, 0, 0 FROM run_facts_waiting w
      WHERE w.developer_account_id = ${developerAccountId} AND w.agent_id = ${agentId} AND w.day >= ${from}::date
      UNION ALL
      SELECT m.day, 0, 0, 0, 0, m.gross, m.model_cost, m.fee, m.revenue FROM agent_revenue m
      WHERE m.agent_id = ANY (${agents}::integer[]) AND m.day >= ${from}::date
    ) f
    GROUP BY f.day ORDER BY f.day`.execute(tx);
  return rows;
}

/** Lists a developer's agents, including agents that earned nothing or are not listed. */
async function findAgentIds(tx: Tx, developerAccountId: string): Promise<number[]> {
  const { rows } = await sql<{ agentId: number }>`
    SELECT agent_id AS "agentId" FROM agent_cards WHERE owner_account_id = ${developerAccountId}`.execute(tx);
  return rows.map(({ agentId }) => agentId);
}

const WHOLE_SPAN = "";

/**
 * Reads the percentiles of each day, keyed by date, and of the whole span, keyed by "". A percentile is the first
 * bucket up to which 50 % or 95 % of the runs have been counted.
 */
async function readTimes(tx: Tx, { developerAccountId, agentId, from }: Span) {
  const { rows } = await sql<Percentiles & { date: string }>`
    WITH times AS MATERIALIZED (
      SELECT t.day, t.bucket, t.runs FROM agent_run_times t
      WHERE t.developer_account_id = ${developerAccountId} AND t.agent_id = ${agentId} AND t.day >= ${from}::date
      UNION ALL
      SELECT w.day, w.bucket, 1 FROM run_facts_waiting w
      WHERE w.developer_account_id = ${developerAccountId} AND w.agent_id = ${agentId} AND w.day >= ${from}::date
        AND w.bucket IS NOT NULL
    ), ranked AS (
      SELECT day, bucket, sum(runs) OVER (PARTITION BY day ORDER BY bucket) AS up_to,
        sum(runs) OVER (PARTITION BY day) AS counted
      FROM times
      UNION ALL
      SELECT NULL, bucket, sum(sum(runs)) OVER (ORDER BY bucket), sum(sum(runs)) OVER ()
      FROM times GROUP BY bucket
    )
    SELECT coalesce(day::text, ${WHOLE_SPAN}) AS date,
      duration_of_bucket(min(bucket) FILTER (WHERE up_to * 2 >= counted)) AS p50,
      duration_of_bucket(min(bucket) FILTER (WHERE up_to * 100 >= counted * 95)) AS p95
    FROM ranked GROUP BY day`.execute(tx);
  return new Map(rows.map((row) => [row.date, row]));
}

function toPercentiles(times: Percentiles | undefined): Percentiles {
  return { p50: times?.p50 ?? null, p95: times?.p95 ?? null };
}
