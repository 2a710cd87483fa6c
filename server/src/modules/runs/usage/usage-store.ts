import type { ActiveRun, Period, RunStatus, UsageOutcome } from "@stoa/contract";
import { type RawBuilder, sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";
import type { RunContents } from "../run-contents.ts";

/** The filter that selects ended runs. */
export interface UsageFilter {
  /**
   * The account whose runs are selected. Without it, the runs of all accounts are selected, which only an agent's owner
   * may read.
   */
  accountId?: string;
  agentId?: number | undefined;
  /** The agent's slug, or a part of its name. */
  agentName?: string | undefined;
  period?: Period | undefined;
  search?: string | undefined;
  /** The runs whose tasks contain `search`. `TaskSearch` finds them. */
  taskMatches?: readonly string[] | undefined;
  outcome?: UsageOutcome | undefined;
  /** Whether to read and search tasks, which is allowed only for the caller's own runs. */
  withTasks: boolean;
}

export interface UsagePage {
  limit: number;
  offset: number;
  /** The last id of the previous page. */
  cursor: string | undefined;
}

export interface UsageRow {
  id: string;
  created_at: Date;
  agent_id: number;
  agent_name: string;
  status: RunStatus;
  error_code: string | null;
  execution_ms: number;
  tokens_charged: bigint;
  cost: bigint;
  failure_charge: bigint;
  version: number;
  task: string | null;
  parent_id: string | null;
}

export interface UsageSummary {
  executions: bigint;
  completed: bigint;
  cost: bigint;
}

/** Each period as a PostgreSQL interval. */
export const PERIODS: Record<Period, string> = {
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
};

/** Reads ended runs, newest first. Ids are ordered by time, so a period is a range of ids. */
export async function readUsage(
  { db, contents }: { db: Queryable; contents: RunContents },
  filter: UsageFilter,
  page: UsagePage,
): Promise<UsageRow[]> {
  const after = page.cursor === undefined ? sql`` : sql`AND r.id < ${page.cursor}`;
  /** Only a run's caller may see its parent, its failure charge and its task. */
  const own = filter.withTasks
    ? sql`c.task, r.parent_id, r.failure_charge`
    : sql`NULL::bytea AS task, NULL::text AS parent_id, 0::bigint AS failure_charge`;
  const { rows } = await sql<SealedUsageRow>`
    SELECT r.id, r.account_id, r.created_at, r.agent_id, r.agent_name, r.status, r.error_code, r.execution_ms,
      r.tokens_charged, r.cost,
      r.version, ${own}
    FROM runs r LEFT JOIN run_contents c ON c.run_id = r.id
    WHERE ${matches(filter)} ${after}
    ORDER BY r.id DESC LIMIT ${page.limit} OFFSET ${page.cursor === undefined ? page.offset : 0}`.execute(db);
  return rows.map(({ account_id: accountId, ...row }) => ({
    ...row,
    task: contents.openTask({ id: row.id, accountId }, row.task),
  }));
}

interface SealedUsageRow extends Omit<UsageRow, "task"> {
  account_id: string;
  task: Buffer | null;
}

/**
 * Returns the SQL expression for the amount that a run took from its caller's balance. Only the caller may see the
 * run's failure charge.
 */
export function selectSpent({ withTasks }: Pick<UsageFilter, "withTasks">): RawBuilder<bigint> {
  return withTasks ? sql`r.cost + r.failure_charge` : sql`r.cost`;
}

/** Returns figures for all matching runs, not only for one page of them. */
export async function summarizeUsage(db: Queryable, filter: UsageFilter): Promise<UsageSummary> {
  const { rows } = await sql<UsageSummary>`
    SELECT count(*) AS executions, count(*) FILTER (WHERE r.status = 'completed') AS completed,
      coalesce(sum(${selectSpent(filter)}), 0)::bigint AS cost
    FROM runs r WHERE ${matches(filter)}`.execute(db);
  return rows[0] ?? { executions: 0n, completed: 0n, cost: 0n };
}

/** Returns the condition of a filter on `runs r`. */
export function matches(filter: UsageFilter): RawBuilder<unknown> {
  const conditions = [sql`r.status NOT IN ('queued', 'running')`];
  if (filter.accountId !== undefined) conditions.push(sql`r.account_id = ${filter.accountId}`);
  if (filter.agentId !== undefined) conditions.push(sql`r.agent_id = ${filter.agentId}`);
  if (filter.agentName !== undefined)
    conditions.push(sql`r.agent_name ILIKE ${createNamePattern(filter.agentName)}`);
  if (filter.period !== undefined)
    conditions.push(sql`r.id >= run_id_at(now() - ${PERIODS[filter.period]}::interval)`);
  if (filter.outcome !== undefined)
    conditions.push(
      filter.outcome === "success" ? sql`r.status = 'completed'` : sql`r.status <> 'completed'`,
    );
  if (filter.search !== undefined) {
    const pattern = `%${escapeLike(filter.search)}%`;
    conditions.push(
      filter.withTasks
        ? sql`(r.agent_name ILIKE ${pattern} OR r.id = ANY (${filter.taskMatches ?? []}::text[]))`
        : sql`r.agent_name ILIKE ${pattern}`,
    );
  }
  return sql.join(conditions, sql` AND `);
}

function escapeLike(text: string): string {
  return text.replaceAll("\u0000", "").replace(/[\\%_]/g, "\\$&");
}

/**
 * Returns the pattern of a name. `customer-support-bot` finds "Customer Support Bot", because a dash of a slug matches
 * any one character.
 */
function createNamePattern(nameOrSlug: string): string {
  return `%${escapeLike(nameOrSlug.trim()).replaceAll("-", "_")}%`;
}

export interface AgentUsage {
  agent_id: number;
  agent_name: string;
  executions: bigint;
  completed: bigint;
  tokens: bigint;
  cost: bigint;
  execution_ms: bigint;
}

/**
 * Reads an account's figures by agent since a moment, most used agents first. `null` means all time. `cost` is
 * everything that the runs took from the account's balance, including failure charges, which `run_figures_of` does not
 * contain.
 */
export async function sumUsageByAgent(
  db: Queryable,
  accountId: string,
  since: Date | null,
): Promise<AgentUsage[]> {
  const { rows } = await sql<AgentUsage>`
    WITH charged AS (
      SELECT agent_id, sum(failure_charge)::bigint AS amount FROM runs
      WHERE account_id = ${accountId} AND failure_charge > 0
        AND ended_at >= coalesce(${since}::timestamptz, '-infinity')
      GROUP BY agent_id
    )
    SELECT f.agent_id, f.agent_name, f.executions, f.completed, f.tokens, f.cost + coalesce(c.amount, 0) AS cost,
      f.execution_ms
    FROM run_figures_of(${accountId}, coalesce(${since}::timestamptz, '-infinity')) f
      LEFT JOIN charged c USING (agent_id)
    ORDER BY f.executions DESC, f.agent_id`.execute(db);
  return rows;
}

export interface UsageBucket {
  start: Date;
  success: bigint;
  error: bigint;
  cost: bigint;
}

/** Reads the matching ended runs by UTC hour or day, oldest first. Empty buckets are included. */
export async function readUsageHistogram(
  db: Queryable,
  filter: UsageFilter & { period: Period },
  bucket: "hour" | "day",
): Promise<UsageBucket[]> {
  const period = PERIODS[filter.period];
  const { rows } = await sql<UsageBucket>`
    WITH counted AS (
      SELECT date_trunc(${bucket}, r.created_at, 'UTC') AS start,
        count(*) FILTER (WHERE r.status = 'completed') AS success,
        count(*) FILTER (WHERE r.status <> 'completed') AS error,
        sum(${selectSpent(filter)})::bigint AS cost
      FROM runs r WHERE ${matches(filter)} GROUP BY 1
    )
    SELECT start, coalesce(success, 0) AS success, coalesce(error, 0) AS error, coalesce(cost, 0) AS cost
    FROM generate_series(date_trunc(${bucket}, now() - ${period}::interval, 'UTC'), now(),
      ('1 ' || ${bucket})::interval, 'UTC') AS start
      LEFT JOIN counted USING (start)
    ORDER BY start`.execute(db);
  return rows;
}

export interface ActiveRunRow {
  id: string;
  agent_id: number;
  agent_name: string;
  version: number;
  status: ActiveRun["status"];
  task: string | null;
  created_at: Date;
  held: bigint;
  total: bigint;
}

/**
 * Reads an account's active runs, newest first. Each row also contains the total number of active runs. They are found
 * by their live holds, whose number the plan limits (bound_live_runs), so that not all runs of the account are
 * searched.
 */
export async function readActiveRuns(
  { db, contents }: { db: Queryable; contents: RunContents },
  { accountId, agentId, limit }: { accountId: string; agentId: number | undefined; limit: number },
): Promise<ActiveRunRow[]> {
  const ofAgent = agentId === undefined ? sql`` : sql`AND r.agent_id = ${agentId}`;
  const { rows } = await sql<Omit<ActiveRunRow, "task"> & { task: Buffer | null }>`
    SELECT r.id, r.agent_id, r.agent_name, r.version, r.status, c.task, r.created_at, h.amount AS held,
      count(*) OVER () AS total
    FROM live_holds h JOIN runs r ON r.id = h.run_id LEFT JOIN run_contents c ON c.run_id = r.id
    WHERE h.account_id = ${accountId} AND r.parent_id IS NULL
      AND r.status IN ('queued', 'running') ${ofAgent}
    ORDER BY r.id DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, task: contents.openTask({ id: row.id, accountId }, row.task) }));
}
