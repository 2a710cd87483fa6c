import { expect, test } from "vitest";
import { openRun, readEvents } from "./event-reader.fixture.ts";
import { bodyOf, PRICE, USD, useRuns } from "./runs.fixture.ts";
import { countTokens } from "./text-metering.ts";

const stack = useRuns();
const SILENT =
  "import time\nimport stoa\ndef run(message: str):\n    stoa.progress('on')\n    time.sleep(30)\n";
const SPEAKS = "import time\ndef run(message: str):\n    yield 'the first words'\n    time.sleep(30)\n";

async function running(source: string) {
  const all = stack();
  const caller = await all.person();
  const agent_id = await all.agent((await all.person()).accountId, { source });
  const response = await openRun(all.url, caller.token, { agent_id, input_data: { message: "go" } });
  return { ...all, caller, response };
}

test("cancelled before its first output a run costs nothing", async () => {
  const { client, money, caller, response } = await running(SILENT);
  const events = await readEvents(response.clone(), ({ data }) => data.message === "on");
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

test("cancelled after it, from any node, it costs what was metered", async () => {
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

test("a run that has ended stays as it ended", async () => {
  const { client, person, agent } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, {});
  const ran = await client.post(
    "/api/v1/execute/run",
    { agent_id, input_data: { message: "hi" } },
    { token: caller.token },
  );
  const path = `/api/v1/execute/runs/${bodyOf(ran).run_id}/cancel`;
  const answer = await client.post(path, {}, { token: caller.token });
  expect(bodyOf(answer).status).toBe("completed");
});
