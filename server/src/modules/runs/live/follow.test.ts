import { ExecutionResult, RunStreamEvent } from "@stoa/contract";
import { expect, test } from "vitest";
import { USD, useRuns } from "../runs.fixture.ts";
import { followFrom, joinOutput, openRun, readEvents } from "./event-reader.fixture.ts";

const stack = useRuns();

/** An agent that writes the numbers one to eight, a tenth of a second apart. */
const COUNTS = `
import stoa, time
def run(message: str):
    stoa.progress("Counting", 0.5)
    for n in range(1, 9):
        yield f"{n} "
        time.sleep(0.1)
`;

async function counting() {
  const all = stack();
  const caller = await all.person();
  const agent_id = await all.agent((await all.person()).accountId, { source: COUNTS });
  return { ...all, caller, body: { agent_id, input_data: { message: "go" } } };
}

test("a stream sends status, output and result as the contract describes, with increasing ids", async () => {
  const { url, caller, body } = await counting();
  const response = await openRun(url, caller.token, body);
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  const events = await readEvents(response);
  for (const { event, data } of events) {
    if (event === "status") RunStreamEvent.status.parse(data);
    else if (event === "output") RunStreamEvent.output.parse(data);
    else if (event === "cost") RunStreamEvent.cost.parse(data);
    else ExecutionResult.parse(data);
  }
  expect(events[0]).toMatchObject({ event: "status", data: { status: "running" } });
  expect(events).toContainEqual(
    expect.objectContaining({ data: expect.objectContaining({ message: "Counting", fraction: 0.5 }) }),
  );
  expect(joinOutput(events)).toBe("1 2 3 4 5 6 7 8 ");
  expect(events.at(-1)).toMatchObject({ event: "result", data: { agent_output: "1 2 3 4 5 6 7 8 " } });
  const ids = events.map(({ id }) => Number(id));
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
});

test("a run continues when its client disconnects, and any node can resume the stream where the client stopped", async () => {
  const { url, money, caller, body, otherNode } = await counting();
  const begun = await readEvents(await openRun(url, caller.token, body), ({ data }) =>
    String(data.text).includes("3"),
  );
  const last = begun.at(-1);
  const runId = String(begun[0]?.data.run_id);
  const other = await otherNode("node-2");
  const [here, there] = await Promise.all(
    [url, other.url].map(async (from) =>
      readEvents(await followFrom(from, caller.token, runId, last?.id ?? "")),
    ),
  );
  for (const rest of [here ?? [], there ?? []]) {
    expect(joinOutput(begun) + joinOutput(rest)).toBe("1 2 3 4 5 6 7 8 ");
    expect(rest.at(-1)).toMatchObject({ event: "result", data: { success: true } });
  }
  const { balance, held } = await money.balance(caller.accountId);
  expect(balance).toBeLessThan(10n * USD);
  expect(held).toBe(0n);

  const afterwards = await readEvents(await followFrom(url, caller.token, runId, "0"));
  expect(joinOutput(afterwards)).toBe("1 2 3 4 5 6 7 8 ");
});

test("the result's event id is higher than any id that a follower has seen, even if a lost node saved fewer events", async () => {
  const { url, caller, body } = await counting();
  const events = await readEvents(await openRun(url, caller.token, body));
  const runId = String(events[0]?.data.run_id);
  const [result] = await readEvents(await followFrom(url, caller.token, runId, "1000"));
  expect(result).toMatchObject({ id: "1001", event: "result" });
});

test("returns the result of an ended run if no stream is requested", async () => {
  const { url, client, caller, body } = await counting();
  const events = await readEvents(await openRun(url, caller.token, body));
  const runId = String(events[0]?.data.run_id);
  const answer = await client.get(`/api/v1/execute/runs/${runId}/events`, { token: caller.token });
  expect(answer.body).toEqual(events.at(-1)?.data);
});
