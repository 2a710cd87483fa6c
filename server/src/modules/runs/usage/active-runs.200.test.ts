import { AcceptedRun, ActiveRunList } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useRuns } from "../runs.fixture.ts";

const stack = useRuns();
const STAYS = "import time\ndef run(message: str):\n    yield 'on'\n    time.sleep(30)\n";

async function scene() {
  const { client, person, agent } = stack();
  const [caller, developer] = [await person(), await person()];
  const stays = await agent(developer.accountId, { source: STAYS, name: "Night Watch" });
  const quick = await agent(developer.accountId, {});
  const start = async (agent_id: number, message: string) =>
    parseAnswer(
      AcceptedRun,
      await client.post(
        "/api/v1/execute/run",
        { agent_id, input_data: { message } },
        { token: caller.token, headers: { prefer: "respond-async" } },
      ),
    );
  const readActive = async (query = "", { token } = caller) =>
    parseAnswer(ActiveRunList, await client.get(`/api/v1/execute/runs${query}`, { token }));
  const stop = (run: AcceptedRun) => client.post(run.cancel_url, {}, { token: caller.token });
  return { developer, stays, quick, start, readActive, stop };
}

test("returns only the caller's active runs, newest first", async () => {
  const { developer, stays, quick, start, readActive, stop } = await scene();
  expect(await readActive()).toEqual({ runs: [], total: 0 });
  const first = await start(stays, "watch the gate");
  const second = await start(stays, "watch the wall");
  const ended = await start(quick, "hello");
  await expect
    .poll(async () => (await readActive()).runs.map(({ run_id }) => run_id))
    .not.toContain(ended.run_id);
  const { runs, total } = await readActive();
  expect(total).toBe(2);
  expect(runs).toMatchObject([
    { run_id: second.run_id, agent_id: stays, agent_name: "Night Watch", version: 1, task: "watch the wall" },
    { run_id: first.run_id, status: "running", task: "watch the gate" },
  ]);
  expect(runs[0]?.held).toBeGreaterThan(0);
  expect(await readActive("", developer)).toEqual({ runs: [], total: 0 });
  expect((await readActive(`?agent_id=${stays}`)).total).toBe(2);
  expect(await readActive(`?agent_id=${quick}`)).toEqual({ runs: [], total: 0 });
  await stop(first);
  await stop(second);
  await expect.poll(readActive).toEqual({ runs: [], total: 0 });
});
