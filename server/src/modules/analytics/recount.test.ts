import {
  AgentAnalytics,
  type AnalyticsTotal,
  DeveloperAnalytics,
  DURATION_ERROR,
  nanoToUsd,
} from "@stoa/contract";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import type { Database } from "../../platform/db/database.ts";
import { useAnalyticsServer } from "./analytics-server.fixture.ts";
import { exactPercentile, type RecountedDay, recount, sumDays } from "./recount.fixture.ts";
import { type Market, openMarket } from "./thousand-runs.fixture.ts";

const server = useAnalyticsServer();
const DAYS = 30;

let market: Market;

beforeAll(async () => {
  market = await openMarket(server());
}, 120_000);

const fold = (db: Database, batch: number) => sql`SELECT fold_run_statistics(${batch})`.execute(db);

test("figures equal a full recount of 1,000 runs, even after a crash and on two nodes", async () => {
  const { db, ledger } = server();
  await expectRecounted();

  const crashed = db.transaction().execute(async (tx) => {
    await sql`SELECT fold_run_statistics(200)`.execute(tx);
    throw new Error("the node died");
  });
  await expect(crashed).rejects.toThrow("the node died");
  await expectRecounted();

  await Promise.all([fold(db, 150), fold(db, 150), fold(db, 150), ledger.rollUp(db), fold(db, 150)]);
  await expectRecounted();

  // Two nodes count the remaining runs at the same time, hours after the day on which the runs ended.
  for (;;) {
    await Promise.all([fold(db, 100), fold(db, 100), ledger.rollUp(db)]);
    const { rows } = await sql`SELECT FROM outbox WHERE topic = 'runs.statistics' LIMIT 1`.execute(db);
    if (rows.length === 0) break;
  }
  await expectRecounted();
});

/** Compares the figures of each agent and of all agents, for spans that begin on different days. */
async function expectRecounted(): Promise<void> {
  const { client } = server();
  const { developer, agents } = market;
  for (const days of [1, DAYS]) {
    for (const agentId of agents) {
      const answer = await client.get(`/api/v1/billing/agent/${agentId}/analytics?days=${days}`, {
        token: developer,
      });
      const told = parseAnswer(AgentAnalytics, answer);
      expect(told.agent_id).toBe(agentId);
      await expectSame(told, [agentId]);
    }
    const answer = await client.get(`/api/v1/billing/analytics?days=${days}`, { token: developer });
    await expectSame(parseAnswer(DeveloperAnalytics, answer), agents);
  }
}

/** Counting changes neither runs nor postings, so one recount is valid for the whole test. */
const recounted = new Map<string, Map<string, RecountedDay>>();

async function expectSame(told: DeveloperAnalytics, agentIds: readonly number[]): Promise<void> {
  const key = `${told.from} ${agentIds.join(",")}`;
  const days = recounted.get(key) ?? (await recount(server().db, agentIds, told.from));
  recounted.set(key, days);
  const dates = [...days.keys()].sort();
  expect(told.daily?.map(({ date }) => date)).toEqual(dates);
  for (const { date, ...figures } of told.daily ?? []) expectFigures(figures, days.get(date));
  expectFigures(told.total, sumDays(days.values()));
}

function expectFigures(told: AnalyticsTotal, counted: RecountedDay | undefined): void {
  if (!counted) throw new Error("the figures contain a day without runs");
  const judged = counted.succeeded + counted.failed;
  const { p50_time, p95_time, ...figures } = told;
  expect(figures).toEqual({
    runs: counted.runs,
    succeeded: counted.succeeded,
    failed: counted.failed,
    success_rate: judged === 0 ? null : Math.round((counted.succeeded / judged) * 1000) / 10,
    tokens: counted.tokens,
    gross: nanoToUsd(counted.gross),
    model_cost: nanoToUsd(counted.modelCost),
    platform_fee: nanoToUsd(counted.platformFee),
    revenue: nanoToUsd(counted.revenue),
    unique_users: counted.users.size,
  });
  expect(counted.gross).toBe(counted.modelCost + counted.platformFee + counted.revenue);
  expectNear(p50_time, exactPercentile(counted.times, 50));
  expectNear(p95_time, exactPercentile(counted.times, 95));
}

function expectNear(seconds: number | null, exactMs: number | null): void {
  if (seconds === null || exactMs === null) {
    expect([seconds, exactMs]).toEqual([null, null]);
    return;
  }
  expect(Math.abs(seconds * 1000 - exactMs)).toBeLessThanOrEqual(exactMs * DURATION_ERROR + 1e-6);
}
