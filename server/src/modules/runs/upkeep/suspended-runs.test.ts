import { expect, test } from "vitest";
import { EventBus } from "../../../platform/events/event-bus.ts";
import { UserModeration } from "../../accounts/index.ts";
import { AgentSuspensions, followSuspensions } from "../../catalog/index.ts";
import { insertNotice } from "../../notifications/notification-store.ts";
import { openRun, readEvents } from "../live/event-reader.fixture.ts";
import { countTokens } from "../live/text-metering.ts";
import { PRICE, parseBody, USD, useRuns } from "../runs.fixture.ts";

const stack = useRuns();
const OPERATOR = "operator:tester";
/** An agent that runs longer than any test, so that only a stop can end it. */
const SPEAKS = "import time\ndef run(message: str):\n    yield 'the first words'\n    time.sleep(120)\n";

/**
 * Starts a run on each of two nodes of one database, and waits for the first output of both. Returns the runs with the
 * operator's functions.
 */
async function runningOnTwoNodes() {
  const all = stack();
  const [developer, ...callers] = await Promise.all([all.person(), all.person(), all.person()]);
  const agentId = await all.agent(developer.accountId, { source: SPEAKS });
  const nodes = [{ url: all.url, client: all.client }, await all.otherNode("node-2")];
  const runs = await Promise.all(
    callers.map(async (caller, index) => {
      const { url, client } = nodes[index % 2] ?? all;
      const body = { agent_id: agentId, input_data: { message: "go" } };
      const response = await openRun(url, caller.token, body);
      await readEvents(response.clone(), ({ event }) => event === "output");
      const result = async () => (await readEvents(response)).at(-1)?.data;
      const again = () => client.post("/api/v1/execute/run", body, { token: caller.token });
      return { caller, result, again };
    }),
  );
  const events = new EventBus();
  followSuspensions(events);
  const readUsername = async ({ userId }: { userId: string }) => {
    const { username } = await all.db
      .selectFrom("users")
      .select("username")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    return username;
  };
  return {
    ...all,
    agentId,
    developer,
    runs,
    readUsername,
    agents: new AgentSuspensions(all.db, insertNotice),
    people: new UserModeration(all.db, events),
  };
}

const STOPPED_WITH_AGENT = {
  success: false,
  status: "failed",
  error: "agent_suspended",
  cost: 0,
  detail: expect.stringContaining("It cost you nothing."),
};

test("suspending an agent ends its runs on every node at no cost, and no run starts until it is restored", async () => {
  const { agents, agentId, runs, money, client } = await runningOnTwoNodes();
  await agents.suspend(agentId, OPERATOR, "It copies what it is given.");
  for (const { caller, result, again } of runs) {
    expect(await result()).toMatchObject(STOPPED_WITH_AGENT);
    expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD, held: 0n });
    const refused = await again();
    expect(refused.status).toBe(403);
    expect(parseBody(refused)).toMatchObject({ error: "agent_suspended" });
    expect(JSON.stringify(refused.body)).not.toContain("copies");
  }
  await agents.restore(agentId, OPERATOR);
  const [run] = runs;
  const estimate = await client.post(
    "/api/v1/execute/estimate",
    { agent_id: agentId, input_data: { message: "go" } },
    { token: run?.caller.token ?? "" },
  );
  expect(estimate.status).toBe(200);
});

test("suspending a developer stops the runs of the account's agents and refuses new runs", async () => {
  const { people, developer, readUsername, runs } = await runningOnTwoNodes();
  await people.suspend(await readUsername(developer), OPERATOR, "Fraud");
  for (const { result, again } of runs) {
    expect(await result()).toMatchObject(STOPPED_WITH_AGENT);
    expect(await again()).toMatchObject({ status: 403, body: { error: "agent_suspended" } });
  }
});

test("suspending a caller cancels only that caller's runs, which cost what was metered", async () => {
  const { people, runs, readUsername, money, client, db } = await runningOnTwoNodes();
  const [other, suspended] = runs;
  if (!other || !suspended) throw new Error("a run is missing");
  await people.suspend(await readUsername(suspended.caller), OPERATOR, "Stolen card");
  const cost = PRICE * BigInt(1 + (await countTokens("the first words")));
  expect(await suspended.result()).toMatchObject({
    status: "cancelled",
    error: "account_suspended",
    agent_output: "the first words",
    cost: Number(cost) / 1e9,
  });
  expect(await money.balance(suspended.caller.accountId)).toMatchObject({
    balance: 10n * USD - cost,
    held: 0n,
  });
  const live = await db
    .selectFrom("runs")
    .select(["id", "account_id"])
    .where("ended_at", "is", null)
    .execute();
  expect(live.map(({ account_id }) => account_id)).toEqual([other.caller.accountId]);
  const path = `/api/v1/execute/runs/${live[0]?.id}/cancel`;
  await client.post(path, {}, { token: other.caller.token });
  expect(await other.result()).toMatchObject({ error: "cancelled" });
});
