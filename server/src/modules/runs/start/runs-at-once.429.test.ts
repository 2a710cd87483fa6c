import { AcceptedRun } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useRuns } from "../runs.fixture.ts";
import { parseProblem, readTraces } from "./execute.refused.fixture.ts";

const AT_ONCE = 3;
const stack = useRuns({ atOnce: AT_ONCE });
const STAYS = "import time\ndef run(message: str):\n    yield 'on'\n    time.sleep(30)\n";

test("an account can have as many active runs on all nodes as its plan allows", async () => {
  const { client, db, person, agent, otherNode } = stack();
  const [caller, neighbour] = [await person(), await person()];
  const agent_id = await agent((await person()).accountId, { source: STAYS });
  const nodes = [client, (await otherNode("node-2", { atOnce: AT_ONCE })).client];
  const start = (number: number, { token }: { token: string }) =>
    (nodes[number % nodes.length] ?? client).post(
      "/api/v1/execute/run",
      { agent_id, input_data: { message: "hi" } },
      { token, headers: { prefer: "respond-async", "idempotency-key": String(number) } },
    );
  const answers = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((number) => start(number, caller)));
  const accepted = answers.filter(({ status }) => status === 202);
  expect(accepted).toHaveLength(AT_ONCE);
  for (const refused of answers.filter((answer) => !accepted.includes(answer))) {
    expect(refused.status).toBe(429);
    expect(parseProblem(refused)).toMatchObject({
      error: "rate_limited",
      detail: "Your plan allows 3 active runs at a time. Please try again when one has ended.",
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect(await readTraces(db, caller.accountId)).toEqual({ runs: AT_ONCE, holds: AT_ONCE, keys: AT_ONCE });

  const others = await start(0, neighbour);
  expect(others.status).toBe(202);
  const [first, ...rest] = accepted.map((answer) => parseAnswer(AcceptedRun, answer));
  const cancel = (url = "") => client.post(url, {}, { token: caller.token });
  await cancel(first?.cancel_url);
  await expect.poll(async () => (await start(8, caller)).status).toBe(202);
  const last = parseAnswer(AcceptedRun, await start(8, caller));
  await Promise.all([...rest, last].map(({ cancel_url }) => cancel(cancel_url)));
  await client.post(parseAnswer(AcceptedRun, others).cancel_url, {}, { token: neighbour.token });
});
