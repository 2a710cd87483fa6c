import { ExecutionResult } from "@stoa/contract";
import { sql } from "kysely";
import pino from "pino";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { openRun, readEvents } from "../live/event-reader.fixture.ts";
import { USD, useRuns } from "../runs.fixture.ts";
import { NodeLease } from "./node-lease.ts";

const stack = useRuns();
const log = pino({ level: "silent" });
const SLEEPS = "import time\ndef run(message: str):\n    yield 'on'\n    time.sleep(60)\n";
const ENDS_SOON =
  "import time\ndef run(message: str):\n    yield 'on'\n    time.sleep(0.3)\n    yield 'done'\n";

test("a node that restarts under the same name immediately ends its earlier runs", async () => {
  const { db, client, money, person, agent, otherNode } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, { source: SLEEPS });
  const before = await otherNode("restarted", {
    bounds: { heartbeatMs: 3_600_000, leaseMs: 3_600_000, sweepMs: 3_600_000 },
  });
  const response = await openRun(before.url, caller.token, { agent_id, input_data: { message: "go" } });
  const events = await readEvents(response, ({ event }) => event === "output");
  const runId = String(events[0]?.data.run_id);
  await otherNode("restarted", { bounds: { sweepMs: 50 } });
  const status = async () =>
    parseAnswer(ExecutionResult, await client.get(`/api/v1/execute/runs/${runId}`, { token: caller.token }))
      .status;
  await expect.poll(status, { timeout: 5_000 }).toBe("failed");
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD, held: 0n });
  const { rows } = await sql`SELECT id FROM nodes WHERE id = 'restarted'`.execute(db);
  expect(rows).toHaveLength(1);
});

test("a node that cannot renew its lease in time gives up its epoch by its own clock", async () => {
  const { db } = stack();
  const lost: bigint[] = [];
  const lease = new NodeLease({
    db,
    nodeId: "asleep",
    bounds: { heartbeatMs: 3_600_000, leaseMs: 1_000 },
    onLost: (epoch) => lost.push(epoch),
    log,
  });
  await lease.start();
  const epoch = lease.epoch ?? 0n;
  expect(lease.isOwner(epoch)).toBe(true);
  await expect.poll(() => lost).toEqual([epoch]);
  expect(lease.isOwner(epoch)).toBe(false);
  await lease.close();
});

test("a node whose epoch was taken over starts a new epoch at its next heartbeat", async () => {
  const { db } = stack();
  const lost: bigint[] = [];
  const lease = new NodeLease({
    db,
    nodeId: "fenced",
    bounds: { heartbeatMs: 20, leaseMs: 10_000 },
    onLost: (epoch) => lost.push(epoch),
    log,
  });
  await lease.start();
  const first = lease.epoch ?? 0n;
  await sql`DELETE FROM nodes WHERE id = 'fenced'`.execute(db);
  await expect.poll(() => lost, { timeout: 2_000 }).toEqual([first]);
  await expect.poll(() => lease.epoch !== undefined && lease.epoch > first, { timeout: 2_000 }).toBe(true);
  await lease.close();
  const { rows } = await sql`SELECT FROM nodes WHERE id = 'fenced'`.execute(db);
  expect(rows).toHaveLength(0);
});

test("a node waits for active runs before it stops, and callers pay for the runs that complete in time", async () => {
  const { person, agent, otherNode } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, { source: ENDS_SOON });
  const stopping = await otherNode("patient");
  const response = await openRun(stopping.url, caller.token, { agent_id, input_data: { message: "go" } });
  await readEvents(response.clone(), ({ event }) => event === "output");
  await stopping.runs.drain(20_000);
  const { event, data } = (await readEvents(response)).at(-1) ?? {};
  expect(event).toBe("result");
  expect(data).toMatchObject({ success: true });
  expect(data?.cost).toBeGreaterThan(0);
});

test("a node that stops ends the remaining runs free of charge", async () => {
  const { money, person, agent, otherNode, client } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, { source: SLEEPS });
  const stopping = await otherNode("stopping");
  const response = await openRun(stopping.url, caller.token, { agent_id, input_data: { message: "go" } });
  const events = await readEvents(response.clone(), ({ event }) => event === "output");
  await stopping.runs.drain(50);
  const rest = await readEvents(response);
  expect(rest.at(-1)).toMatchObject({
    event: "result",
    data: { success: false, error: "internal", cost: 0 },
  });
  const refused = await stopping.client.post(
    "/api/v1/execute/run",
    { agent_id, input_data: { message: "go" } },
    { token: caller.token },
  );
  expect(refused.status).toBe(503);
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD, held: 0n });
  const again = await client.get(`/api/v1/execute/runs/${events[0]?.data.run_id}`, { token: caller.token });
  expect(parseAnswer(ExecutionResult, again).status).toBe("failed");
});
