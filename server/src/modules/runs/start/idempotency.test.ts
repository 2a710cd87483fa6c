import { ExecutionResult } from "@stoa/contract";
import { sql } from "kysely";
import pino from "pino";
import { expect, test } from "vitest";
import { type Answer, parseAnswer } from "../../../../../tests/harness/client.ts";
import { TEST_CONTENTS } from "../run-contents.fixture.ts";
import { parseBody, useRuns } from "../runs.fixture.ts";
import { sweep } from "../upkeep/sweeper.ts";
import { parseCode } from "./execute.refused.fixture.ts";

const stack = useRuns();

/** An agent that runs until it is canceled. */
const SLOW = "import time\ndef run(message: str):\n    yield 'on'\n    time.sleep(20)\n";

test("200 requests with one idempotency key start one run, which is charged once", async () => {
  const { client, db, money, person, agent } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, {});
  const call = (): Promise<Answer> =>
    client.post(
      "/api/v1/execute/run",
      { agent_id, input_data: { message: "only once" } },
      { token: caller.token, headers: { "idempotency-key": "one" } },
    );
  const answers = await Promise.all(Array.from({ length: 200 }, call));

  for (const answer of answers) {
    if (answer.status === 409) expect(parseCode(answer)).toBe("idempotency_in_flight");
    else expect(answer.status).toBe(200);
  }
  const ran = answers.filter((answer) => answer.status === 200);
  expect(new Set(ran.map((answer) => parseBody(answer).run_id)).size).toBe(1);
  expect(ran.filter((answer) => !answer.headers.has("idempotent-replayed"))).toHaveLength(1);

  const replay = await call();
  expect(replay.headers.get("idempotent-replayed")).toBe("true");
  const result = parseAnswer(ExecutionResult, replay);
  expect(result).toEqual(parseBody(ran[0] ?? replay));
  const spent = (await money.balance(caller.accountId)).totalSpent;
  expect(Number(spent) / 1e9).toBe(result.cost);
  const { rows } = await sql`SELECT id FROM runs WHERE account_id = ${caller.accountId}`.execute(db);
  expect(rows).toHaveLength(1);
});

test("a failure is replayed like any other answer", async () => {
  const { client, person, agent } = stack();
  const caller = await person();
  const source = "def run(message: str):\n    raise ValueError('no')\n";
  const agent_id = await agent((await person()).accountId, { source });
  const options = { token: caller.token, headers: { "idempotency-key": "f" } };
  const body = { agent_id, input_data: { message: "hi" } };
  const first = await client.post("/api/v1/execute/run", body, options);
  const second = await client.post("/api/v1/execute/run", body, options);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(second.body).toEqual(first.body);
});

test("an idempotency key returns 422 for another input and works across all paths for one caller", async () => {
  const { client, person, agent } = stack();
  const [caller, other] = [await person(), await person()];
  const agent_id = await agent((await person()).accountId, {});
  const headers = { "idempotency-key": "shared" };
  const run = (token: string, message: string) =>
    client.post("/api/v1/execute/run", { agent_id, input_data: { message } }, { token, headers });
  const first = await run(caller.token, "hi");
  const mismatch = await run(caller.token, "something else");
  expect(mismatch.status).toBe(422);
  expect(parseCode(mismatch)).toBe("idempotency_mismatch");
  expect(parseBody(await run(other.token, "hi")).run_id).not.toBe(parseBody(first).run_id);
  for (const path of [`/api/v1/sdk/agents/${agent_id}/execute`, `/api/v1/agents/${agent_id}/invoke`]) {
    const sdk = await client.post(path, { input_data: { message: "hi" } }, { key: caller.token, headers });
    expect(sdk.status).toBe(200);
    expect(sdk.headers.get("idempotent-replayed")).toBe("true");
    expect(parseBody(sdk).data).toEqual(first.body);
    const another = await client.post(
      path,
      { input_data: { message: "no" } },
      { key: caller.token, headers },
    );
    expect(another.status).toBe(422);
  }
});

test("a repeated request with a key whose run is active returns 409, or the run's stream", async () => {
  const { client, person, agent } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, { source: SLOW });
  const stream = () =>
    fetch(`${client.url}/api/v1/execute/run`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${caller.token}`,
        "content-type": "application/json",
        accept: "text/event-stream",
        "idempotency-key": "slow",
      },
      body: JSON.stringify({ agent_id, input_data: { message: "hi" } }),
    });
  const first = await stream();
  const conflict = await client.post(
    "/api/v1/execute/run",
    { agent_id, input_data: { message: "hi" } },
    { token: caller.token, headers: { "idempotency-key": "slow" } },
  );
  expect(conflict.status).toBe(409);
  expect(parseCode(conflict)).toBe("idempotency_in_flight");

  const second = await stream();
  const runId = /run_[0-9a-f]{32}/.exec(
    new TextDecoder().decode((await second.body?.getReader().read())?.value),
  )?.[0];
  await client.post(`/api/v1/execute/runs/${runId}/cancel`, {}, { token: caller.token });
  expect(await first.text()).toContain(`"run_id":"${runId}"`);
});

test("an idempotency key can be used again after 24 hours", async () => {
  const { client, db, person, agent } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, {});
  const options = { token: caller.token, headers: { "idempotency-key": "old" } };
  const body = { agent_id, input_data: { message: "hi" } };
  const first = await client.post("/api/v1/execute/run", body, options);
  await sql`UPDATE idempotency_keys SET created_at = now() - interval '25 hours'
    WHERE account_id = ${caller.accountId}`.execute(db);
  const second = await client.post("/api/v1/execute/run", body, options);
  expect(second.status).toBe(200);
  expect(parseBody(second).run_id).not.toBe(parseBody(first).run_id);
});

test("a retry starts a new run if the node of the first run was lost", async () => {
  const { client, db, person, agent, otherNode } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, { source: SLOW });
  const lost = await otherNode("lost", { bounds: { heartbeatMs: 3_600_000, leaseMs: 3_600_000 } });
  const options = {
    token: caller.token,
    headers: { "idempotency-key": "crash", prefer: "respond-async" },
  };
  const body = { agent_id, input_data: { message: "hi" } };
  const first = parseBody(await lost.client.post("/api/v1/execute/run", body, options));
  await sql`DELETE FROM nodes WHERE id = 'lost'`.execute(db);
  await sweep({
    db,
    contents: TEST_CONTENTS,
    bounds: { deadAfterMs: 30_000 },
    log: pino({ level: "silent" }),
  });
  const retry = await client.post("/api/v1/execute/run", body, options);
  expect(retry.status).toBe(202);
  expect(retry.headers.get("idempotent-replayed")).toBeNull();
  expect(parseBody(retry).run_id).not.toBe(first.run_id);
  await client.post(`/api/v1/execute/runs/${parseBody(retry).run_id}/cancel`, {}, { token: caller.token });
});

test("a retry starts a new run if the server of the first run was stopped", async () => {
  const { client, person, agent, otherNode } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, { source: SLOW });
  const stopped = await otherNode("stopped");
  const options = {
    token: caller.token,
    headers: { "idempotency-key": "stop", prefer: "respond-async" },
  };
  const body = { agent_id, input_data: { message: "hi" } };
  const first = parseBody(await stopped.client.post("/api/v1/execute/run", body, options));
  await stopped.runs.drain(0);
  const retry = parseBody(await client.post("/api/v1/execute/run", body, options));
  expect(retry.run_id).not.toBe(first.run_id);
  await client.post(`/api/v1/execute/runs/${retry.run_id}/cancel`, {}, { token: caller.token });
});
