import { sql } from "kysely";
import { expect, test } from "vitest";
import { useAnalyticsServer } from "./analytics-server.fixture.ts";
import { bookRuns, dayAgo } from "./booked-runs.fixture.ts";
import { forgetOldDays } from "./day-retention.ts";

const server = useAnalyticsServer();

test("removes times and users only of days that are older than the longest span, and keeps all counts", async () => {
  const { db, account, agent } = server();
  const developer = await account();
  const agentId = await agent(developer);
  const run = {
    agentId,
    developerAccountId: developer,
    status: "completed",
    took: 9,
    tokens: 1,
    cost: 0n,
  } as const;
  const ago = (days: number) => dayAgo(days).at;
  await bookRuns(db, [
    { ...run, accountId: await account(), endedAt: ago(402) },
    { ...run, accountId: await account(), endedAt: ago(365) },
  ]);
  await sql`SELECT fold_run_statistics(100)`.execute(db);
  const counts = async () => {
    const { rows } = await sql<Record<string, bigint>>`
      SELECT (SELECT count(*) FROM agent_run_days) AS days, (SELECT count(*) FROM agent_run_times) AS times,
        (SELECT count(*) FROM agent_day_users) AS users, (SELECT count(*) FROM agent_last_users) AS last`.execute(
      db,
    );
    return rows[0];
  };
  expect(await counts()).toEqual({ days: 4n, times: 4n, users: 4n, last: 4n });
  await forgetOldDays(db);
  expect(await counts()).toEqual({ days: 4n, times: 2n, users: 2n, last: 2n });
});
