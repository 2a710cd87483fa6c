import { sql } from "kysely";
import pino from "pino";
import { expect, test } from "vitest";
import { openRun, readEvents } from "../event-reader.fixture.ts";
import { USD, useRuns } from "../runs.fixture.ts";
import { sweep } from "../sweeper.ts";
import { CALLS, people } from "./called.fixture.ts";

/** The sweeper's own beat is off: a test sweeps by hand. */
const stack = useRuns({ bounds: { sweepMs: 3_600_000, heartbeatMs: 3_600_000, leaseMs: 3_600_000 } });

test("a lost node's run and those it led to are swept, free of charge", async () => {
  const all = stack();
  const { caller, developer, other } = await people(all);
  const sleeper = await all.agent(other.accountId, {
    source: "import time\ndef run(message: str):\n    time.sleep(600)\n",
  });
  const source = `${CALLS}\ndef run(message: str):\n    return call(${sleeper}, message=message)[0]\n`;
  const agentId = await all.agent(developer.accountId, { source, content: { agents: [sleeper] } });
  const body = { agent_id: agentId, input_data: { message: "go" } };
  const response = await openRun(all.url, caller.token, body);
  const [first] = await readEvents(response, ({ event }) => event === "status");
  const live = () => all.db.selectFrom("runs").select("id").where("status", "=", "running").execute();
  await expect.poll(async () => (await live()).length, { timeout: 10_000 }).toBe(2);
  const { rows } = await sql<{ epoch: bigint }>`DELETE FROM nodes RETURNING epoch`.execute(all.db);

  expect(await sweep({ db: all.db, bounds: { deadAfterMs: 30_000 }, log: pino({ level: "silent" }) })).toBe(
    2,
  );

  const path = `/api/v1/execute/runs/${first?.data.run_id}`;
  const run = await all.client.get(path, { token: caller.token });
  expect(run.body).toMatchObject({
    status: "failed",
    total_cost: 0,
    called_runs: [{ status: "failed", cost: 0 }],
  });
  expect(await all.money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD, held: 0n });
  await sql`INSERT INTO nodes (id, epoch) VALUES ('node-1', ${rows[0]?.epoch ?? 0n})`.execute(all.db);
  await all.client.post(`${path}/cancel`, {}, { token: caller.token });
  await all.runs.drain(0);
});
