import { TEXTS } from "@stoa/contract";
import { expect, test } from "vitest";
import { AgentSuspensions } from "../../catalog/index.ts";
import { insertNotice } from "../../notifications/notification-store.ts";
import { openRun, readEvents } from "../live/event-reader.fixture.ts";
import { PRICE, USD, useRuns } from "../runs.fixture.ts";
import { CALLS, people } from "./called.fixture.ts";

const stack = useRuns();

/** Starts a run that has called another agent and would continue for a minute. */
async function afterItsCall(url = stack().url) {
  const all = stack();
  const { caller, developer, other } = await people(all);
  const echo = await all.agent(other.accountId, {});
  const source = `
import time
${CALLS}
def run(message: str):
    status, answer = call(${echo}, message=message)
    yield json.dumps({"success": answer["success"], "paid": answer["cost"] > 0})
    time.sleep(60)
`;
  const agentId = await all.agent(developer.accountId, { source, content: { agents: [echo] } });
  const body = { agent_id: agentId, input_data: { message: "go" } };
  const response = await openRun(url, caller.token, body);
  const events = await readEvents(response.clone(), ({ event }) => event === "output");
  expect(events.at(-1)?.data.text).toBe('{"success": true, "paid": true}');
  const expectCallPaid = async (error: string, detail: string) => {
    expect((await readEvents(response)).at(-1)?.data).toMatchObject({
      status: "failed",
      error,
      detail,
      cost: 0,
      total_cost: Number(2n * PRICE) / 1e9,
      called_runs: [{ agent_id: echo, status: "completed", cost: Number(2n * PRICE) / 1e9, tokens_used: 2 }],
    });
    const balance = 10n * USD - 2n * PRICE;
    expect(await all.money.balance(caller.accountId)).toMatchObject({ balance, held: 0n });
    expect((await all.money.balance(other.accountId)).totalEarned).toBe((2n * PRICE * 70n) / 100n);
  };
  return { ...all, agentId, expectCallPaid };
}

test("a run whose agent is suspended costs nothing, but the completed run that it called is still charged", async () => {
  const { db, agentId, expectCallPaid } = await afterItsCall();
  await new AgentSuspensions(db, insertNotice).suspend(agentId, "operator:tester", "It copies.");
  await expectCallPaid("agent_suspended", TEXTS.run.stoppedWithAgent);
});

test("a run whose server stops costs nothing, but the completed run that it called is still charged", async () => {
  const node = await stack().otherNode("node-2");
  const { expectCallPaid } = await afterItsCall(node.url);
  await node.runs.drain(0);
  await expectCallPaid(
    "internal",
    "The server stopped during this run. The run was free; please start it again.",
  );
});
