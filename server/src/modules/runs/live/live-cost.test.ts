import { expect, test } from "vitest";
import { useRuns } from "../runs.fixture.ts";
import { followFrom, openRun, type ReadEvent, readEvents } from "./event-reader.fixture.ts";

const stack = useRuns();

/** An agent that writes for about two seconds without a model. */
const WRITES =
  "import time\ndef run(message: str):\n    for n in range(40):\n        yield 'ten words of an answer that grows while it runs '\n        time.sleep(0.05)\n";

const getCosts = (events: ReadEvent[]) =>
  events.filter(({ event }) => event === "cost").map(({ data }) => Number(data.cost));

test("cost events on both nodes report a growing cost while an agent without a model writes, up to the final charge", async () => {
  const { url, person, agent, otherNode } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, { source: WRITES });
  const other = await otherNode("node-2");
  const response = await openRun(url, caller.token, { agent_id, input_data: { message: "go" } });
  const [first] = await readEvents(response.clone(), ({ event }) => event === "status");
  const followed = followFrom(other.url, caller.token, String(first?.data.run_id), "0");
  const [events, elsewhere] = await Promise.all([
    readEvents(response),
    followed.then((it) => readEvents(it)),
  ]);
  const costs = getCosts(events);
  expect(costs.length).toBeGreaterThanOrEqual(3);
  /** The cost is reported at most once every 0.3 s, plus the first time. */
  expect(costs.length).toBeLessThan(40);
  expect(costs).toEqual([...new Set(costs)].sort((a, b) => a - b));
  const charged = Number(events.at(-1)?.data.cost);
  expect(costs.at(-1)).toBeLessThanOrEqual(charged);
  expect(costs.at(-1)).toBeGreaterThan(charged / 2);
  expect(getCosts(elsewhere)).toEqual(costs);
});
