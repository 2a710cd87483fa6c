import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";

/** The figures of a day, counted again from runs and postings. Money is in nano-USD. */
export interface RecountedDay {
  runs: number;
  succeeded: number;
  failed: number;
  tokens: number;
  users: Set<string>;
  /** The execution times of completed runs, in milliseconds. */
  times: number[];
  gross: bigint;
  modelCost: bigint;
  platformFee: bigint;
  revenue: bigint;
}

function emptyDay(): RecountedDay {
  return {
    runs: 0,
    succeeded: 0,
    failed: 0,
    tokens: 0,
    users: new Set(),
    times: [],
    gross: 0n,
    modelCost: 0n,
    platformFee: 0n,
    revenue: 0n,
  };
}

/** Recounts the figures of these agents per UTC day since a date, only from runs and postings. */
export async function recount(
  db: Database,
  agentIds: readonly number[],
  from: string,
): Promise<Map<string, RecountedDay>> {
  const days = new Map<string, RecountedDay>();
  const getDay = (moment: Date): RecountedDay | undefined => {
    const date = moment.toISOString().slice(0, 10);
    if (date < from) return undefined;
    const day = days.get(date) ?? emptyDay();
    days.set(date, day);
    return day;
  };
  await countRuns(db, agentIds, getDay);
  await countPostings(db, agentIds, getDay);
  return days;
}

type GetDay = (moment: Date) => RecountedDay | undefined;

async function countRuns(db: Database, agentIds: readonly number[], getDay: GetDay): Promise<void> {
  const runs = await db.selectFrom("runs").selectAll().where("agent_id", "in", agentIds).execute();
  for (const run of runs) {
    const day = run.ended_at && getDay(run.ended_at);
    if (!day) continue;
    day.runs += 1;
    day.tokens += Number(run.tokens_charged);
    if (run.account_id !== run.developer_account_id) day.users.add(run.account_id);
    if (run.status === "failed" || run.status === "timeout") day.failed += 1;
    if (run.status !== "completed") continue;
    day.succeeded += 1;
    day.times.push(run.execution_ms);
  }
}

interface Part {
  moment: Date;
  kind: string;
  payer: string;
  owner: string | null;
  amount: bigint;
}

/**
 * Sums the postings: the amount that left the payer, and the amounts that the providers, the platform and the developer
 * received.
 */
async function countPostings(db: Database, agentIds: readonly number[], getDay: GetDay): Promise<void> {
  const { rows } = await sql<Part>`
    SELECT t.created_at AS moment, a.kind, t.payer_account_id AS payer, a.account_id AS owner, p.amount
    FROM transfers t JOIN postings p ON p.transfer_id = t.id JOIN ledger_accounts a ON a.id = p.ledger_account_id
    WHERE t.agent_id = ANY (${agentIds}::integer[])`.execute(db);
  for (const { moment, kind, payer, owner, amount } of rows) {
    const day = getDay(moment);
    if (!day) continue;
    if (kind === "wallet" && owner === payer) day.gross -= amount;
    else if (kind === "wallet" || kind === "earnings") day.revenue += amount;
    else if (kind === "platform_revenue") day.platformFee += amount;
    else if (kind === "model_cost_payable" || kind === "loss") day.modelCost += amount;
    else throw new Error(`a run has no posting of ${kind}`);
  }
}

/** Returns the nearest-rank percentile of these times. */
export function exactPercentile(times: readonly number[], percent: number): number | null {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? null;
}

export function sumDays(days: Iterable<RecountedDay>): RecountedDay {
  const sum = emptyDay();
  for (const day of days) {
    sum.runs += day.runs;
    sum.succeeded += day.succeeded;
    sum.failed += day.failed;
    sum.tokens += day.tokens;
    for (const user of day.users) sum.users.add(user);
    sum.times.push(...day.times);
    sum.gross += day.gross;
    sum.modelCost += day.modelCost;
    sum.platformFee += day.platformFee;
    sum.revenue += day.revenue;
  }
  return sum;
}
