import { expect, test } from "vitest";
import { parseBody, useRuns } from "../runs.fixture.ts";
import { NO_TRACES, parseProblem, readTraces } from "./execute.refused.fixture.ts";

const stack = useRuns({ capacity: 1, bounds: { placePatienceMs: 500 } });

test("a node without free slots says when to retry, and does not use up the idempotency key", async () => {
  const { client, db, person, agent } = stack();
  const owner = await person();
  const [busy, turnedAway] = [await person(), await person()];
  const source = "import time\ndef run(message: str):\n    yield 'on'\n    time.sleep(20)\n";
  const slow = await agent(owner.accountId, { source });
  const quick = await agent(owner.accountId, {});
  const body = JSON.stringify({ agent_id: slow, input_data: { message: "hi" } });
  const response = await fetch(`${client.url}/api/v1/execute/run`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${busy.token}`,
      "content-type": "application/json",
      accept: "text/event-stream",
    },
    body,
  });
  const call = () =>
    client.post(
      "/api/v1/execute/run",
      { agent_id: quick, input_data: { message: "hi" } },
      { token: turnedAway.token, headers: { "idempotency-key": "k" } },
    );

  const answer = await call();
  expect(answer.status).toBe(503);
  expect(parseProblem(answer).error).toBe("at_capacity");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await readTraces(db, turnedAway.accountId)).toEqual(NO_TRACES);

  const first = new TextDecoder().decode((await response.body?.getReader().read())?.value);
  const runId = /run_[0-9a-f]{32}/.exec(first)?.[0];
  await client.post(`/api/v1/execute/runs/${runId}/cancel`, {}, { token: busy.token });
  expect(parseBody(await call()).success).toBe(true);
});

test("returns the reason why this server cannot run a framework", async () => {
  const { client, person, agent } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, { content: { framework: "langchain" } });
  const answer = await client.post(
    "/api/v1/execute/run",
    { agent_id, input_data: { message: "hi" } },
    { token: caller.token },
  );
  expect(answer.status).toBe(503);
  expect(parseProblem(answer)).toMatchObject({ error: "runtime_unavailable" });
  expect(parseProblem(answer).detail).toContain("framework");
});
