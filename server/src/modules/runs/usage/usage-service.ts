import {
  type ActiveRunList,
  type ActiveRunListQuery,
  LIMITS,
  nanoToUsd,
  type SpendingStats,
  type UsageHistogram,
  type UsageHistogramQuery,
  type UsageHistory,
  type UsageHistoryQuery,
  type UsageRecord,
  type UsageStats,
} from "@stoa/contract";
import type { Database } from "../../../platform/db/database.ts";
import { invalidField, notFound } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import type { CsvFile } from "../../../platform/http/csv-reply.ts";
import type { RunnableAgents } from "../../catalog/index.ts";
import type { RunContents } from "../run-contents.ts";
import { presentErrorCode } from "../settle/present.ts";
import { TaskSearch } from "./task-search.ts";
import { createUsageCsv } from "./usage-csv.ts";
import {
  type ActiveRunRow,
  type AgentUsage,
  readActiveRuns,
  readUsage,
  readUsageHistogram,
  summarizeUsage,
  sumUsageByAgent,
  type UsageFilter,
  type UsageRow,
} from "./usage-store.ts";

export interface UsageOptions {
  db: Database;
  contents: RunContents;
  agents: Pick<RunnableAgents, "isOwnedBy" | "isVisibleTo">;
}

/** Reads usage history and statistics (docs/product-rules.md#usage-logs-and-traces). */
export class UsageService {
  readonly #db: Database;
  readonly #access: Pick<UsageOptions, "db" | "contents"> & { tasks: TaskSearch };
  readonly #agents: UsageOptions["agents"];

  constructor({ db, contents, agents }: UsageOptions) {
    this.#db = db;
    this.#access = { db, contents, tasks: new TaskSearch({ db, contents }) };
    this.#agents = agents;
  }

  /** Lists the caller's active runs. The usage history does not include them. */
  async active({ accountId }: Caller, { agent_id: agentId }: ActiveRunListQuery): Promise<ActiveRunList> {
    const rows = await readActiveRuns(this.#access, { accountId, agentId, limit: LIMITS.pageMax });
    return { runs: rows.map(presentActiveRun), total: Number(rows[0]?.total ?? 0n) };
  }

  listOwnUsage(caller: Caller, query: UsageHistoryQuery): Promise<UsageHistory> {
    return this.#history({ accountId: caller.accountId, withTasks: true }, query);
  }

  /** Returns all of the caller's matching runs as a CSV file. */
  exportOwnUsage(caller: Caller, query: UsageHistoryQuery): CsvFile {
    return createUsageCsv(this.#access, { accountId: caller.accountId, withTasks: true, ...toFilter(query) });
  }

  /** Returns figures of the caller's runs in a period, by hour or by day. */
  async histogram(caller: Caller, query: UsageHistogramQuery): Promise<UsageHistogram> {
    const bucket = query.period === "24h" ? "hour" : "day";
    const { period } = query;
    const asked = { accountId: caller.accountId, withTasks: true, ...toFilter(query), period };
    const filter = await this.#access.tasks.complete(asked);
    const rows = await readUsageHistogram(this.#db, filter, bucket);
    return {
      bucket,
      buckets: rows.map((row) => ({
        start: row.start.toISOString(),
        success: Number(row.success),
        error: Number(row.error),
        cost: nanoToUsd(row.cost),
      })),
    };
  }

  /**
   * Lists the runs of an agent. Its owner gets all of them without content. Everyone else gets only their own runs.
   * @throws AppError 404 for an agent that the caller is not allowed to view
   */
  async listAgentUsage(caller: Caller, agentId: number, query: UsageHistoryQuery): Promise<UsageHistory> {
    const asked = { ...query, agent_id: agentId };
    if (await this.#agents.isOwnedBy(agentId, caller.accountId))
      return this.#history({ withTasks: false }, asked);
    if (!(await this.#agents.isVisibleTo(agentId, caller.accountId))) throw notFound("Agent");
    return this.listOwnUsage(caller, asked);
  }

  async getStats(caller: Caller): Promise<UsageStats> {
    const agents = await sumUsageByAgent(this.#db, caller.accountId, null);
    const total = sumUsage(agents);
    const most = agents[0];
    return {
      total_executions: Number(total.executions),
      total_cost: nanoToUsd(total.cost),
      total_tokens: Number(total.tokens),
      average_time:
        total.executions === 0n ? null : Number(total.execution_ms) / Number(total.executions) / 1000,
      success_rate: toPercent(total.completed, total.executions),
      most_used_agent: most === undefined ? null : { id: most.agent_id, name: most.agent_name },
      agents: agents.map((agent) => ({
        id: agent.agent_id,
        name: agent.agent_name,
        executions: Number(agent.executions),
      })),
    };
  }

  /** Returns the caller's spending in the current UTC month. */
  async getSpending(caller: Caller): Promise<SpendingStats> {
    const now = new Date();
    const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
    const total = sumUsage(await sumUsageByAgent(this.#db, caller.accountId, monthStart));
    return {
      recent_spending: nanoToUsd(total.cost),
      recent_executions: Number(total.executions),
      period_start: monthStart.toISOString(),
    };
  }

  async #history(
    scope: Pick<UsageFilter, "accountId" | "withTasks">,
    query: UsageHistoryQuery,
  ): Promise<UsageHistory> {
    if (query.cursor !== undefined && !/^run_[0-9a-f]{32}$/.test(query.cursor))
      throw invalidField("cursor", "cursor must be from a page of this list");
    const filter: UsageFilter = await this.#access.tasks.complete({ ...scope, ...toFilter(query) });
    const page = { limit: query.limit + 1, offset: query.offset, cursor: query.cursor };
    const [rows, summary] = await Promise.all([
      readUsage(this.#access, filter, page),
      summarizeUsage(this.#db, filter),
    ]);
    const shown = rows.slice(0, query.limit);
    const { executions, completed, cost } = summary;
    return {
      usage_history: shown.map(presentUsage),
      total: Number(executions),
      next_cursor: rows.length > query.limit ? (shown.at(-1)?.id ?? null) : null,
      summary: {
        executions: Number(executions),
        success_rate: toPercent(completed, executions),
        average_cost: executions === 0n ? null : nanoToUsd(cost / executions),
      },
    };
  }
}

function toFilter(query: Omit<UsageHistoryQuery, "limit" | "offset" | "cursor">) {
  return {
    agentId: query.agent_id,
    agentName: query.agent?.trim() || undefined,
    period: query.period,
    search: query.search?.trim() || undefined,
    outcome: query.status,
  };
}

function presentActiveRun(row: ActiveRunRow): ActiveRunList["runs"][number] {
  return {
    run_id: row.id,
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    version: row.version,
    status: row.status,
    task: row.task,
    created_at: row.created_at.toISOString(),
    held: nanoToUsd(row.held),
  };
}

function presentUsage(row: UsageRow): UsageRecord {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    status: row.status,
    error: presentErrorCode(row.error_code),
    execution_time: row.execution_ms / 1000,
    tokens_used: Number(row.tokens_charged),
    cost: nanoToUsd(row.cost),
    failure_charge: row.failure_charge > 0n ? nanoToUsd(row.failure_charge) : null,
    task: row.task,
    version: row.version,
    parent_run_id: row.parent_id,
  };
}

/** Returns a rounded percentage, or null before anything was measured. */
function toPercent(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Math.round((Number(part) / Number(whole)) * 100);
}

function sumUsage(agents: AgentUsage[]) {
  const total = { executions: 0n, completed: 0n, tokens: 0n, cost: 0n, execution_ms: 0n };
  for (const agent of agents) {
    total.executions += agent.executions;
    total.completed += agent.completed;
    total.tokens += agent.tokens;
    total.cost += agent.cost;
    total.execution_ms += agent.execution_ms;
  }
  return total;
}
