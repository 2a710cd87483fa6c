import { ExecutionResult } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { someAgent } from "../catalog/catalog.fixture.ts";
import { CALLS } from "../runs/called/called.fixture.ts";
import { listNotifications, registerPerson } from "./notifications.fixture.ts";

const server = useTestServer();
/** The other node processes outbox rows as well. */
useTestServer({ beside: server });

const FAILS = "def run(message: str):\n    raise ValueError(message)\n";
const SLEEPS = "import time\ndef run(message: str):\n    time.sleep(60)\n";

const person = () => registerPerson(server().client, server().db);

function createAgent(
  accountId: string,
  name: string,
  source?: string,
  agents: number[] = [],
): Promise<number> {
  const content = { agents, ...(source !== undefined && { source, filename: "agent.py" }) };
  return someAgent(server().db, accountId, { name, content });
}

async function run(token: string, agent_id: number, more: object = {}): Promise<ExecutionResult> {
  const body = { agent_id, input_data: { message: "to be or not to be" }, ...more };
  return parseAnswer(ExecutionResult, await server().client.post("/api/v1/execute/run", body, { token }));
}

/** Returns a person's notifications once every ended run has been counted. */
async function told(token: string) {
  const waiting = async () => {
    const { rows } = await sql`SELECT FROM outbox WHERE topic = 'runs.statistics'`.execute(server().db);
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
  return listNotifications(server().client, token);
}

test("notifies the caller of a run that fails or reaches its time limit", async () => {
  const [caller, developer] = [await person(), await person()];
  const failing = await createAgent(developer.accountId, "Breaks", FAILS);
  const sleeping = await createAgent(developer.accountId, "Sleeps", SLEEPS);
  const failed = await run(caller.token, failing);
  const stopped = await run(caller.token, sleeping, { timeout: 1 });
  expect([failed.status, stopped.status]).toEqual(["failed", "timeout"]);
  const common = { type: "error", title: "Run failed", kind: "run_failed", is_read: false };
  const notifications = await told(caller.token);
  expect(notifications).toHaveLength(2);
  expect(notifications).toContainEqual(
    expect.objectContaining({
      ...common,
      message: "Sleeps was stopped at its time limit. The run cost you nothing.",
      agent_id: sleeping,
      run_id: stopped.run_id,
    }),
  );
  expect(notifications).toContainEqual(
    expect.objectContaining({
      ...common,
      message: "Breaks could not finish your run. It cost you nothing.",
      agent_id: failing,
      run_id: failed.run_id,
    }),
  );
  expect(await told(developer.token)).toEqual([]);
});

test("states the cost of a run that is charged at its time limit", async () => {
  const [caller, developer] = [await person(), await person()];
  const agent = await createAgent(
    developer.accountId,
    "Streams",
    'import time\ndef run(message: str):\n    yield "on"\n    time.sleep(60)\n',
  );
  const stopped = await run(caller.token, agent, { timeout: 2 });
  expect(stopped.cost).toBeGreaterThan(0);
  expect(await told(caller.token)).toMatchObject([
    { message: `Streams was stopped at its time limit. The run cost you ${stopped.cost} USD.` },
  ]);
});

test("does not notify about a called run that fails, because the run that called it reports the outcome", async () => {
  const [caller, developer] = [await person(), await person()];
  const failing = await createAgent(developer.accountId, "Breaks", FAILS);
  const calls = (then: string) =>
    `${CALLS}\ndef run(message: str):\n    answer = call(${failing}, message=message)[1]\n    ${then}\n`;
  const copes = await createAgent(developer.accountId, "Copes", calls("return str(answer['success'])"), [
    failing,
  ]);
  const gives = await createAgent(developer.accountId, "Gives up", calls("raise ValueError(answer)"), [
    failing,
  ]);
  const coped = await run(caller.token, copes);
  expect(coped).toMatchObject({ agent_output: "False", called_runs: [{ status: "failed" }] });
  expect(await told(caller.token)).toEqual([]);
  const failed = await run(caller.token, gives);
  expect(await told(caller.token)).toMatchObject([{ agent_id: gives, run_id: failed.run_id }]);
});

test("notifies a developer once about the first money that an agent earns, with the amount", async () => {
  const [caller, other, developer] = [await person(), await person(), await person()];
  const agent = await createAgent(developer.accountId, "Earner");
  const own = await run(developer.token, agent);
  expect(own.receipt?.net).toBe(0);
  expect(await told(developer.token)).toEqual([]);
  const [first] = [await run(caller.token, agent)];
  expect(await told(developer.token)).toMatchObject([
    {
      type: "success",
      title: "First earnings",
      message: `Earner made its first sale: ${first.receipt?.net} USD.`,
      kind: "first_earnings",
      agent_id: agent,
      run_id: first.run_id,
    },
  ]);
  await Promise.all([run(caller.token, agent), run(other.token, agent), run(other.token, agent)]);
  expect(await told(developer.token)).toHaveLength(1);
  expect(await told(caller.token)).toEqual([]);
});

test("notifies once about each of several runs that fail at the same time, even if two nodes count them", async () => {
  const [caller, developer] = [await person(), await person()];
  const failing = await createAgent(developer.accountId, "Breaks", FAILS);
  const runs = await Promise.all(Array.from({ length: 12 }, () => run(caller.token, failing)));
  const notifications = await told(caller.token);
  expect(notifications.map(({ run_id }) => run_id).toSorted()).toEqual(
    runs.map(({ run_id }) => run_id).toSorted(),
  );
});
