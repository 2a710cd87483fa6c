import { expect, test } from "vitest";
import { openRun, readEvents } from "../../runs/live/event-reader.fixture.ts";
import { countTokens } from "../../runs/live/text-metering.ts";
import { parseBody, useRuns } from "../../runs/runs.fixture.ts";
import { lockAgent } from "../agents/agent-store.ts";
import { changePrice } from "./price-store.ts";

const stack = useRuns();
const SPEAKS = "import time\ndef run(message: str):\n    yield 'the first words'\n    time.sleep(30)\n";
const input_data = { message: "go" };

test("a run that started before a price cut is charged at the earlier price, and the next run is estimated at the new price", async () => {
  const { agent, client, db, money, person, url } = stack();
  const [caller, owner] = [await person(), await person()];
  const agent_id = await agent(owner.accountId, { source: SPEAKS, price: 50_000n });
  const response = await openRun(url, caller.token, { agent_id, input_data });
  const events = await readEvents(response.clone(), ({ event }) => event === "output");
  const change = await db.transaction().execute(async (tx) => {
    await lockAgent(tx, agent_id);
    return changePrice(tx, agent_id, 1000n);
  });
  expect(change.outcome).toBe("holds");
  await client.post(`/api/v1/execute/runs/${events[0]?.data.run_id}/cancel`, {}, { token: caller.token });
  const tokens = 1 + (await countTokens("the first words"));
  const ended = (await readEvents(response)).at(-1)?.data;
  expect(ended).toMatchObject({ status: "cancelled", cost: (tokens * 50_000) / 1e9 });
  const next = await client.post(
    "/api/v1/execute/estimate",
    { agent_id, input_data },
    { token: caller.token },
  );
  expect(parseBody(next)).toMatchObject({ max_cost: 0.02 });
  expect(await money.balance(caller.accountId)).toMatchObject({ held: 0n });
});
