import { AcceptedRun, ExecutionResult } from "@stoa/contract";
import { sql } from "kysely";
import pino from "pino";
import { expect, test } from "vitest";
import { type Answer, type CallOptions, parseAnswer } from "../../../../../tests/harness/client.ts";
import { followFrom, joinOutput, readEvents } from "../live/event-reader.fixture.ts";
import { TEST_CONTENTS } from "../run-contents.fixture.ts";
import { USD, useRuns } from "../runs.fixture.ts";
import { sweep } from "../upkeep/sweeper.ts";
import { NO_TRACES, parseProblem, readTraces } from "./execute.refused.fixture.ts";

const stack = useRuns();

/** An agent that writes a word and then sleeps. */
const STAYS = "import time\ndef run(message: str):\n    yield 'on'\n    time.sleep(30)\n";
const LATER = { prefer: "respond-async" };

async function scene(source?: string) {
  const all = stack();
  const caller = await all.person();
  const agent_id = await all.agent((await all.person()).accountId, source === undefined ? {} : { source });
  const { token } = caller;
  const run = (headers: Record<string, string>, more: object = {}): Promise<Answer> =>
    all.client.post(
      "/api/v1/execute/run",
      { agent_id, input_data: { message: "hi" }, ...more },
      { token, headers },
    );
  const poll = (url: string, options: CallOptions = { token }) => all.client.get(url, options);
  /** Follows a run to its end. */
  const ended = async (runId: string, after = "0") =>
    readEvents(await followFrom(all.url, token, runId, after));
  return { ...all, caller, agent_id, token, run, poll, ended };
}

const header = (answer: Answer, name: string) => answer.headers.get(name);

test("a background run is accepted with 202 and continues without a connection", async () => {
  const { money, caller, run, poll, ended } = await scene();
  const answer = await run(LATER);
  expect(answer.status).toBe(202);
  const accepted = parseAnswer(AcceptedRun, answer);
  const url = `/api/v1/execute/runs/${accepted.run_id}`;
  expect(accepted).toEqual({
    run_id: accepted.run_id,
    status: "running",
    url,
    events_url: `${url}/events`,
    cancel_url: `${url}/cancel`,
  });
  expect(header(answer, "location")).toBe(url);
  expect(header(answer, "preference-applied")).toBe("respond-async");
  expect(Number(header(answer, "retry-after"))).toBeGreaterThan(0);

  const events = await ended(accepted.run_id);
  expect(events.at(-1)).toMatchObject({ event: "result", data: { success: true } });
  const polled = await poll(url);
  const result = parseAnswer(ExecutionResult, polled);
  expect(result).toEqual(events.at(-1)?.data);
  expect(result).toMatchObject({ run_id: accepted.run_id, status: "completed", agent_output: "hi" });
  expect(header(polled, "retry-after")).toBeNull();
  expect((await money.balance(caller.accountId)).totalSpent).toBe(BigInt(Math.round(result.cost * 1e9)));
});

test("a caller with an API key gets URLs that accept the key, on both paths of the route", async () => {
  const { client, agent_id, token, poll } = await scene(STAYS);
  for (const path of [`/api/v1/sdk/agents/${agent_id}/execute`, `/api/agents/${agent_id}/invoke/`]) {
    const started = await client.post(
      path,
      { input_data: { message: "hi" } },
      { key: token, headers: LATER },
    );
    expect(started.status).toBe(202);
    const { run_id, url, events_url, cancel_url } = parseAnswer(AcceptedRun, started);
    expect(url).toBe(`/api/v1/sdk/runs/${run_id}`);
    expect(header(started, "location")).toBe(url);

    const running = await poll(url, { key: token });
    expect(parseAnswer(ExecutionResult, running)).toMatchObject({
      run_id,
      status: "running",
      success: false,
    });
    expect(header(running, "retry-after")).toBe("1");
    const asked = await poll(events_url, { key: token });
    expect(parseAnswer(ExecutionResult, asked).status).toBe("running");
    expect(header(asked, "retry-after")).toBe("1");

    const cancelled = await client.post(cancel_url, {}, { key: token });
    expect(cancelled.body).toEqual({ run_id, status: "cancelled" });
    const events = await fetch(client.url + events_url, {
      headers: { "x-api-key": token, accept: "text/event-stream", "last-event-id": "0" },
    });
    expect((await readEvents(events)).at(-1)).toMatchObject({
      event: "result",
      data: { status: "cancelled" },
    });
  }
});

test("an ended run can be followed again from any event", async () => {
  const source = "def run(message: str):\n    for n in range(5):\n        yield f'{n} '\n";
  const { run, ended } = await scene(source);
  const { run_id } = parseAnswer(AcceptedRun, await run(LATER));
  const all = await ended(run_id);
  expect(joinOutput(all)).toBe("0 1 2 3 4 ");
  const middle = all.find(({ event }) => event === "output");
  const rest = await ended(run_id, middle?.id);
  expect(joinOutput([...(middle ? [middle] : []), ...rest])).toBe("0 1 2 3 4 ");
  expect(await ended(run_id, middle?.id)).toEqual(rest);
  expect(rest.at(-1)).toEqual(all.at(-1));
  // A lost node may have sent events that it had not saved, so the result comes after everything that was seen.
  expect(await ended(run_id, "999999999")).toEqual([{ ...all.at(-1), id: "1000000000" }]);
});

test("returns 404 for another account's run on both routes", async () => {
  const { client, person, run, agent_id, token } = await scene(STAYS);
  const other = (await person()).token;
  const { url, events_url, cancel_url } = parseAnswer(AcceptedRun, await run(LATER));
  const sdk = await client.post(
    `/api/v1/sdk/agents/${agent_id}/execute`,
    { input_data: { message: "hi" } },
    { key: token, headers: LATER },
  );
  const byKey = parseAnswer(AcceptedRun, sdk);
  for (const [credential, addresses] of [
    [{ token: other }, { url, events_url, cancel_url }],
    [{ key: other }, byKey],
  ] as const) {
    expect((await client.get(addresses.url, credential)).status).toBe(404);
    expect((await client.get(addresses.events_url, credential)).status).toBe(404);
    expect((await client.post(addresses.cancel_url, {}, credential)).status).toBe(404);
  }
  await client.post(cancel_url, {}, { token });
  await client.post(byKey.cancel_url, {}, { key: token });
});

test("requests with the same idempotency key return the same run, even after it has ended", async () => {
  const { client, run, token, ended } = await scene(STAYS);
  const headers = { ...LATER, "idempotency-key": "once" };
  const first = await run(headers);
  expect(header(first, "idempotent-replayed")).toBeNull();
  const { run_id, cancel_url } = parseAnswer(AcceptedRun, first);
  const again = await run(headers);
  expect(again.status).toBe(202);
  expect(header(again, "idempotent-replayed")).toBe("true");
  expect(again.body).toEqual(first.body);
  expect((await run(headers, { max_cost: 1 })).status).toBe(422);

  await client.post(cancel_url, {}, { token });
  await ended(run_id);
  const late = await run(headers);
  expect(late.status).toBe(202);
  expect(parseAnswer(AcceptedRun, late)).toMatchObject({ run_id, status: "cancelled" });
  const waiting = await run({ ...headers, prefer: "respond-async, wait=5" });
  expect(waiting.status).toBe(200);
  expect(header(waiting, "idempotent-replayed")).toBe("true");
  expect(parseAnswer(ExecutionResult, waiting)).toMatchObject({ run_id, status: "cancelled" });
});

test("returns the result of a run that ends within the requested wait", async () => {
  const { run, client, agent_id, token } = await scene();
  const quick = await run({ prefer: "respond-async, wait=30" });
  expect(quick.status).toBe(200);
  expect(parseAnswer(ExecutionResult, quick).agent_output).toBe("hi");
  expect(header(quick, "preference-applied")).toBe("wait=30");
  expect(header(quick, "location")).toBeNull();
  const bounded = await run({ prefer: "wait=86400" });
  expect(bounded.status).toBe(200);
  expect(header(bounded, "preference-applied")).toBe("wait=50");
  const sdk = await client.post(
    `/api/v1/sdk/agents/${agent_id}/execute`,
    { input_data: { message: "hi" } },
    { key: token, headers: { prefer: "wait=30, respond-async" } },
  );
  expect(sdk.body).toMatchObject({ success: true, data: { agent_output: "hi" } });
});

test.each(["respond-async, wait=0", "wait=0"])(
  "returns 202 for a run that takes longer than the wait: %s",
  async (prefer) => {
    const { run, client, token } = await scene(STAYS);
    const answer = await run({ prefer });
    expect(answer.status).toBe(202);
    expect(header(answer, "preference-applied")).toBe(prefer);
    const { status, cancel_url } = parseAnswer(AcceptedRun, answer);
    expect(status).toBe("running");
    await client.post(cancel_url, {}, { token });
  },
);

test.each(["respond-later", "wait=soon, return=minimal", "respond-async=no", ";;,", "handling=strict"])(
  "ignores unknown and malformed preferences: %s",
  async (prefer) => {
    const { run } = await scene();
    const answer = await run({ prefer });
    expect(answer.status).toBe(200);
    expect(parseAnswer(ExecutionResult, answer).agent_output).toBe("hi");
    expect(header(answer, "preference-applied")).toBeNull();
  },
);

test("a request for events gets events and ignores the preferences", async () => {
  const { url, token, agent_id } = await scene();
  const response = await fetch(`${url}/api/v1/execute/run`, {
    method: "POST",
    headers: {
      ...LATER,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "text/event-stream",
    },
    body: JSON.stringify({ agent_id, input_data: { message: "hi" } }),
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("preference-applied")).toBeNull();
  expect((await readEvents(response)).at(-1)?.event).toBe("result");
});

test("a run that cannot start is refused immediately and leaves nothing behind", async () => {
  const { client, db, person, agent_id, run } = await scene();
  const poor = await person(0n);
  const call = (body: object) =>
    client.post("/api/v1/execute/run", body, {
      token: poor.token,
      headers: { ...LATER, "idempotency-key": "refused" },
    });
  const refusals = [
    [402, await call({ agent_id, input_data: { message: "hi" } })],
    [400, await call({ agent_id, input_data: { message: " " } })],
    [400, await call({ agent_id, input_data: "hi" })],
    [404, await call({ agent_id: 999_999, input_data: { message: "hi" } })],
  ] as const;
  for (const [status, answer] of refusals) {
    expect(answer.status).toBe(status);
    expect(parseProblem(answer).status).toBe(status);
    expect(header(answer, "location")).toBeNull();
  }
  expect(await readTraces(db, poor.accountId)).toEqual(NO_TRACES);
  expect((await run({ ...LATER, "idempotency-key": " " })).status).toBe(400);
});

test("the run of a lost node is reported as failed and costs nothing", async () => {
  const { db, money, caller, agent_id, poll, token, otherNode } = await scene(STAYS);
  const lost = await otherNode("lost", { bounds: { heartbeatMs: 3_600_000, leaseMs: 3_600_000 } });
  const answer = await lost.client.post(
    "/api/v1/execute/run",
    { agent_id, input_data: { message: "hi" } },
    { token, headers: LATER },
  );
  const { url } = parseAnswer(AcceptedRun, answer);
  expect(parseAnswer(ExecutionResult, await poll(url)).status).toBe("running");
  await sql`DELETE FROM nodes WHERE id = 'lost'`.execute(db);
  await expect
    .poll(async () => {
      await sweep({
        db,
        contents: TEST_CONTENTS,
        bounds: { deadAfterMs: 30_000 },
        log: pino({ level: "silent" }),
      });
      return parseAnswer(ExecutionResult, await poll(url));
    })
    .toMatchObject({ status: "failed", success: false, error: "internal", cost: 0 });
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD, held: 0n });
});
