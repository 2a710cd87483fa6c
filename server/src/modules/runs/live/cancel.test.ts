import { expect, test } from "vitest";
import { PRICE, parseBody, USD, useRuns } from "../runs.fixture.ts";
import { followFrom, openRun, readEvents } from "./event-reader.fixture.ts";
import { countTokens } from "./text-metering.ts";

const stack = useRuns();
const SILENT = "import time\ndef run(message: str):\n    time.sleep(30)\n";
const LOGS =
  "import time\nimport stoa\ndef run(message: str):\n    stoa.progress('the answer is 42')\n    time.sleep(30)\n";
const SPEAKS = "import time\ndef run(message: str):\n    yield 'the first words'\n    time.sleep(30)\n";

async function running(source: string) {
  const all = stack();
  const caller = await all.person();
  const agent_id = await all.agent((await all.person()).accountId, { source });
  const response = await openRun(all.url, caller.token, { agent_id, input_data: { message: "go" } });
  return { ...all, caller, response };
}

test("a run that is canceled before its first output costs nothing", async () => {
  const { client, money, caller, response } = await running(SILENT);
  const events = await readEvents(response.clone(), ({ event }) => event === "status");
  const runId = String(events[0]?.data.run_id);
  const answer = await client.post(`/api/v1/execute/runs/${runId}/cancel`, {}, { token: caller.token });
  expect(answer.body).toEqual({ run_id: runId, status: "cancelled" });
  const result = (await readEvents(response)).at(-1)?.data;
  expect(result).toMatchObject({
    success: false,
    status: "cancelled",
    stop_reason: "cancelled",
    error: "cancelled",
    cost: 0,
  });
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD, held: 0n });
});

test("a run that is canceled from another node after its first output costs what was metered", async () => {
  const { money, caller, response, otherNode } = await running(SPEAKS);
  const events = await readEvents(response.clone(), ({ event }) => event === "output");
  const runId = String(events[0]?.data.run_id);
  const other = await otherNode("node-2");
  await other.client.post(`/api/v1/execute/runs/${runId}/cancel`, {}, { token: caller.token });
  const result = (await readEvents(response)).at(-1)?.data;
  const cost = PRICE * BigInt(1 + (await countTokens("the first words")));
  expect(result).toMatchObject({
    status: "cancelled",
    agent_output: "the first words",
    cost: Number(cost) / 1e9,
  });
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD - cost, held: 0n });
});

test("canceling an ended run changes nothing", async () => {
  const { client, person, agent } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, {});
  const ran = await client.post(
    "/api/v1/execute/run",
    { agent_id, input_data: { message: "hi" } },
    { token: caller.token },
  );
  const path = `/api/v1/execute/runs/${parseBody(ran).run_id}/cancel`;
  const answer = await client.post(path, {}, { token: caller.token });
  expect(parseBody(answer).status).toBe("completed");
});

test("canceling a run after reading its log in the stream charges what was metered", async () => {
  const { client, money, caller, response } = await running(LOGS);
  const events = await readEvents(response.clone(), ({ data }) => data.message === "the answer is 42");
  const runId = String(events[0]?.data.run_id);
  await client.post(`/api/v1/execute/runs/${runId}/cancel`, {}, { token: caller.token });
  expect((await readEvents(response)).at(-1)?.data).toMatchObject({ status: "cancelled", cost: 0.0001 });
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD - PRICE, held: 0n });
});

/** Starts a background run that has logged something. */
async function inBackground() {
  const all = stack();
  const caller = await all.person();
  const agent_id = await all.agent((await all.person()).accountId, { source: LOGS });
  const started = await all.client.post(
    "/api/v1/execute/run",
    { agent_id, input_data: { message: "go" } },
    { token: caller.token, headers: { prefer: "respond-async" } },
  );
  const runId = String(parseBody(started).run_id);
  const path = `/api/v1/execute/runs/${runId}`;
  const logged = () => all.db.selectFrom("run_events").select("seq").where("run_id", "=", runId).execute();
  await expect.poll(async () => (await logged()).length, { timeout: 10_000 }).toBeGreaterThan(0);
  const cancel = () => all.client.post(`${path}/cancel`, {}, { token: caller.token });
  const get = async (what = "") => parseBody(await all.client.get(path + what, { token: caller.token }));
  return { ...all, caller, runId, path, cancel, get };
}

test("canceling a run after reading its trace charges what was metered", async () => {
  const { money, caller, cancel, get } = await inBackground();
  expect(JSON.stringify(await get("/trace"))).toContain("the answer is 42");
  await cancel();
  expect(await get()).toMatchObject({ status: "cancelled", cost: 0.0001 });
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD - PRICE, held: 0n });
});

test("canceling a run after following its log on another node charges what was metered", async () => {
  const { otherNode, caller, runId, cancel, get } = await inBackground();
  const other = await otherNode("node-2");
  const followed = await followFrom(other.url, caller.token, runId, "0");
  await readEvents(followed, ({ data }) => data.message === "the answer is 42");
  await cancel();
  expect(await get()).toMatchObject({ status: "cancelled", cost: 0.0001 });
});

test("the log of a stopped run that cost nothing is hidden from its caller", async () => {
  const { url, money, caller, runId, cancel, get } = await inBackground();
  await cancel();
  expect(await get()).toMatchObject({ status: "cancelled", cost: 0 });
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD, held: 0n });
  const trace = await get("/trace");
  expect(trace).toMatchObject({ entries: [{ type: "progress", message: null }] });
  const events = await readEvents(await followFrom(url, caller.token, runId, "0"));
  expect(JSON.stringify(events)).not.toContain("the answer");
});
