import { ExecutionResult } from "@stoa/contract";
import { sql } from "kysely";
import pino from "pino";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { openRun, readEvents } from "../live/event-reader.fixture.ts";
import { insertModelCall } from "../live/model-call-store.ts";
import { TEST_CONTENTS } from "../run-contents.fixture.ts";
import { USD, useRuns } from "../runs.fixture.ts";
import { sweep, sweepForgotten } from "./sweeper.ts";

/** The sweeper does not run by itself, because these tests call it. */
const stack = useRuns({ bounds: { sweepMs: 3_600_000, heartbeatMs: 3_600_000, leaseMs: 3_600_000 } });
const log = pino({ level: "silent" });

const WAITS = `
import time, os
def run(message: str):
    yield "on"
    time.sleep(1.5)
    yield " and done"
`;

/** Starts a run, and records that it made a model call that cost a thousandth of a dollar. */
async function startAbandoned() {
  const all = stack();
  const caller = await all.person();
  const agent_id = await all.agent((await all.person()).accountId, { source: WAITS });
  const response = await openRun(all.url, caller.token, { agent_id, input_data: { message: "go" } });
  const events = await readEvents(response, ({ event }) => event === "output");
  const runId = String(events[0]?.data.run_id);
  const call = {
    provider: "test",
    modelRequested: "m",
    modelAnswered: "m",
    promptTokens: 10,
    cachedPromptTokens: 0,
    completionTokens: 10,
    countedBy: "provider",
    costNano: 1_000_000n,
    startedAt: new Date(),
    durationMs: 5,
    outcome: "completed",
  } as const;
  await insertModelCall(
    { db: all.db, contents: TEST_CONTENTS },
    { runId, accountId: caller.accountId, reservationId: "0", call },
  );
  const result = async () =>
    parseAnswer(
      ExecutionResult,
      await all.client.get(`/api/v1/execute/runs/${runId}`, { token: caller.token }),
    );
  const sweeper = { db: all.db, contents: TEST_CONTENTS, bounds: { deadAfterMs: 30_000 }, log };
  return { ...all, caller, runId, result, sweeper };
}

const endsHere = async (active: () => number) => expect.poll(active, { timeout: 10_000 }).toBe(0);

test("a node that lost its epoch settles nothing, and the sweeper ends its run free of charge", async () => {
  const { db, money, caller, result, sweeper, supervisor } = await startAbandoned();
  const lossBefore = (await money.platform("loss")) ?? 0n;
  await sql`UPDATE nodes SET epoch = nextval('node_epochs')`.execute(db);
  await endsHere(() => supervisor.active);
  /** The node would settle the run right after its sandbox ends, so the run must be unchanged well after that. */
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await result()).toMatchObject({ status: "running", receipt: null });
  expect((await money.balance(caller.accountId)).held).toBeGreaterThan(0n);

  expect(await sweep(sweeper)).toBe(1);
  expect(await result()).toMatchObject({ success: false, status: "failed", cost: 0, error: "internal" });
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD, held: 0n });
  expect((await money.platform("loss")) ?? 0n).toBe(lossBefore - 1_000_000n);
  expect(await sweep(sweeper)).toBe(0);
  await sql`UPDATE nodes SET epoch = (SELECT max(epoch) FROM runs)`.execute(db);
});

test("returns 503 to a caller who is waiting for a run whose end cannot be recorded", async () => {
  const { db, client, agent, person } = stack();
  const sweeper = { db, contents: TEST_CONTENTS, bounds: { deadAfterMs: 30_000 }, log };
  const caller = await person();
  const agent_id = await agent((await person()).accountId, { source: WAITS });
  const answering = client.post(
    "/api/v1/execute/run",
    { agent_id, input_data: { message: "go" } },
    { token: caller.token },
  );
  const started = () =>
    db.selectFrom("runs").select("id").where("account_id", "=", caller.accountId).executeTakeFirst();
  await expect.poll(started).toBeDefined();
  await sql`UPDATE nodes SET epoch = nextval('node_epochs')`.execute(db);
  const { status, headers, body } = await answering;
  expect(status).toBe(503);
  expect(headers.get("retry-after")).toBe("60");
  expect(body).toMatchObject({ detail: expect.stringContaining(String((await started())?.id)) });
  await sweep(sweeper);
  await sql`UPDATE nodes SET epoch = (SELECT max(epoch) FROM runs)`.execute(db);
});

test("a run that the sweeper has ended is not settled again", async () => {
  const { db, money, caller, result, sweeper, supervisor } = await startAbandoned();
  const { rows } = await sql<{ epoch: bigint }>`DELETE FROM nodes RETURNING epoch`.execute(db);
  expect(await sweep(sweeper)).toBe(1);
  await sql`INSERT INTO nodes (id, epoch) VALUES ('node-1', ${rows[0]?.epoch ?? 0n})`.execute(db);
  await endsHere(() => supervisor.active);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await result()).toMatchObject({ status: "failed", cost: 0, agent_output: null });
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD, held: 0n });
});

test("the sweeper ends the runs of a dead node but not the runs of a live node", async () => {
  const { db, result, sweeper, supervisor } = await startAbandoned();
  expect(await sweep(sweeper)).toBe(0);
  await sql`UPDATE nodes SET heartbeat_at = now() - interval '31 seconds'`.execute(db);
  const { rows } = await sql<{ id: string; epoch: bigint }>`SELECT id, epoch FROM nodes`.execute(db);
  expect(await sweep(sweeper)).toBe(1);
  expect((await result()).status).toBe("failed");
  await endsHere(() => supervisor.active);
  await sql`INSERT INTO nodes (id, epoch) VALUES (${rows[0]?.id ?? ""}, ${rows[0]?.epoch ?? 0n})`.execute(db);
});

test("a node ends runs of its own that it no longer tracks", async () => {
  const { db, result, sweeper, supervisor } = await startAbandoned();
  const { rows } = await sql<{ epoch: bigint }>`SELECT epoch FROM nodes`.execute(db);
  const epoch = rows[0]?.epoch ?? 0n;
  expect(await sweepForgotten(sweeper, epoch, () => false)).toBe(0);
  await sql`UPDATE runs SET created_at = now() - interval '1 minute' WHERE status = 'running'`.execute(db);
  expect(await sweepForgotten(sweeper, epoch, () => true)).toBe(0);
  expect(await sweepForgotten(sweeper, epoch, () => false)).toBe(1);
  expect((await result()).status).toBe("failed");
  await endsHere(() => supervisor.active);
});
