import { sql } from "kysely";
import pino from "pino";
import { expect, test } from "vitest";
import { openRun, readEvents } from "../live/event-reader.fixture.ts";
import { TEST_CONTENTS } from "../run-contents.fixture.ts";
import { PRICE, USD, useRuns } from "../runs.fixture.ts";
import { sweep } from "../upkeep/sweeper.ts";
import { CALLS, people } from "./called.fixture.ts";

/** The sweeper does not run by itself, because these tests call it. */
const stack = useRuns({ bounds: { sweepMs: 3_600_000, heartbeatMs: 3_600_000, leaseMs: 3_600_000 } });

test("the runs of a lost node cost nothing, except a called run that had completed", async () => {
  const all = stack();
  const { caller, developer, other } = await people(all);
  const sleeper = await all.agent(other.accountId, {
    source: "import time\ndef run(message: str):\n    time.sleep(600)\n",
  });
  const echo = await all.agent(other.accountId, {});
  const source = `${CALLS}\ndef run(message: str):\n    call(${echo}, message=message)\n    return call(${sleeper}, message=message)[0]\n`;
  const agentId = await all.agent(developer.accountId, { source, content: { agents: [echo, sleeper] } });
  const body = { agent_id: agentId, input_data: { message: "go" } };
  const response = await openRun(all.url, caller.token, body);
  const [first] = await readEvents(response, ({ event }) => event === "status");
  const live = () => all.db.selectFrom("runs").select("id").where("status", "=", "running").execute();
  const slept = () => all.db.selectFrom("runs").select("id").where("agent_id", "=", sleeper).execute();
  await expect.poll(async () => (await slept()).length, { timeout: 10_000 }).toBe(1);
  expect(await live()).toHaveLength(2);
  const { rows } = await sql<{ epoch: bigint }>`DELETE FROM nodes RETURNING epoch`.execute(all.db);

  expect(
    await sweep({
      db: all.db,
      contents: TEST_CONTENTS,
      bounds: { deadAfterMs: 30_000 },
      log: pino({ level: "silent" }),
    }),
  ).toBe(2);

  const path = `/api/v1/execute/runs/${first?.data.run_id}`;
  const run = await all.client.get(path, { token: caller.token });
  expect(run.body).toMatchObject({
    status: "failed",
    cost: 0,
    called_runs: [
      { agent_id: echo, status: "completed", cost: Number(2n * PRICE) / 1e9 },
      { agent_id: sleeper, status: "failed", cost: 0 },
    ],
  });
  expect(await all.money.balance(caller.accountId)).toMatchObject({
    balance: 10n * USD - 2n * PRICE,
    held: 0n,
  });
  expect((await all.money.balance(other.accountId)).totalEarned).toBe((2n * PRICE * 70n) / 100n);
  await sql`INSERT INTO nodes (id, epoch) VALUES ('node-1', ${rows[0]?.epoch ?? 0n})`.execute(all.db);
  await all.client.post(`${path}/cancel`, {}, { token: caller.token });
  await all.runs.drain(0);
});
