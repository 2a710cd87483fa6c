import { AcceptedRun, ExecutionResult, RunWaits } from "@stoa/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tryEveryCall } from "../api/every-call.ts";
import { agentFile, agentForm, makeWorld, type World } from "../api/world.ts";
import { Client, parseAnswer } from "../harness/client.ts";
import { createTemporaryHome, removeHome, ServerProcess } from "../harness/server-process.ts";
import { TurnTakingClient } from "./turn-taking-client.ts";

/**
 * Whether to run all tests of each row at both paths, as `.ci/run` does. `npm test` runs only the successful call at
 * one path.
 */
const WHOLE = Boolean(process.env.STOA_TEST_LONG);
const SETTINGS = {
  /** With the same master key, each server can decrypt what the other has encrypted. */
  STOA_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
  STOA_RATE_LIMIT_FACTOR: "100",
  STOA_DRAIN_SECONDS: "2",
};

/** An agent that ends immediately for the message "go", and otherwise waits for a minute. */
const LINGERS = `import time
import stoa


@stoa.agent(name="Lingers", description="Stays", examples=[{"message": "go"}])
def run(message: str):
    yield "on"
    if message != "go":
        time.sleep(60)
`;

/** A workflow that waits for a message and returns it. */
const ASKING = JSON.stringify({
  name: "Asking",
  nodes: [
    { name: "Start", type: "n8n-nodes-base.manualTrigger", typeVersion: 1, position: [0, 0], parameters: {} },
    {
      name: "Ask",
      type: "n8n-nodes-base.wait",
      typeVersion: 1.1,
      position: [200, 0],
      parameters: { resume: "webhook", httpMethod: "POST", responseMode: "lastNode" },
    },
    {
      name: "Say",
      type: "n8n-nodes-base.code",
      typeVersion: 2,
      position: [400, 0],
      parameters: { jsCode: "return [{ json: { output: $json.body } }];" },
    },
  ],
  connections: {
    Start: { main: [[{ node: "Ask", type: "main", index: 0 }]] },
    Ask: { main: [[{ node: "Say", type: "main", index: 0 }]] },
  },
  settings: { executionOrder: "v1" },
});

const homes: string[] = [];
const servers: ServerProcess[] = [];
let world: World;

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const home = createTemporaryHome();
  homes.push(home);
  const server = await ServerProcess.start(home, { ...SETTINGS, ...env });
  servers.push(server);
  return server;
}

beforeAll(async () => {
  const first = await start();
  const second = await start({ DATABASE_URL: first.databaseUrl });
  world = await makeWorld(new TurnTakingClient([first.url, second.url]));
});

afterAll(async () => {
  /** The first server is stopped last, because it also stops the database. */
  for (const server of servers.reverse()) await server.stop();
  for (const home of homes) removeHome(home);
});

tryEveryCall(() => world, WHOLE ? { addresses: 2, refusals: true } : { addresses: 1, refusals: false });

test("a run on one server can be read, followed and stopped through the other server", async () => {
  const [here, there] = servers.map(({ url }) => new Client(url));
  if (!here || !there) throw new Error("there are two servers");
  const { developer, caller } = world;
  const file = new File([LINGERS], agentFile().name);
  const uploaded = await here.call("POST", "/api/v1/agents/upload", {
    token: developer.token,
    form: agentForm({}, file),
  });
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);
  const agent = Object(uploaded.body).agent;
  const accepted = parseAnswer(
    AcceptedRun,
    await here.post(
      `/api/v1/sdk/agents/${agent.id}/execute`,
      { input_data: { message: "stay" } },
      { key: caller.key, headers: { prefer: "respond-async" } },
    ),
  );
  const poll = async () => parseAnswer(ExecutionResult, await there.get(accepted.url, { key: caller.key }));
  expect((await poll()).status).toBe("running");
  const events = await fetch(there.url + accepted.events_url, {
    headers: { "x-api-key": caller.key, accept: "text/event-stream" },
  });
  await there.post(accepted.cancel_url, {}, { key: caller.key });
  expect(await events.text()).toContain('"status":"cancelled"');
  expect((await poll()).status).toBe("cancelled");
});

test("a run that waits on one server is listed and can be answered through the other server", async () => {
  const [here, there] = servers.map(({ url }) => new Client(url));
  if (!here || !there) throw new Error("there are two servers");
  const { token } = world.caller;
  const form = agentForm({}, new File([ASKING], "asking.json"));
  const uploaded = await here.call("POST", "/api/v1/agents/upload", { token: world.developer.token, form });
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);
  const json = { agent_id: Object(uploaded.body).agent.id, input_data: { message: "go" } };
  const headers = { prefer: "respond-async" };
  const { run_id } = Object((await here.post("/api/v1/execute/run", json, { token, headers })).body);
  const getWaits = async () =>
    parseAnswer(RunWaits, await there.get(`/api/v1/execute/runs/${run_id}/waits`, { token })).waits;
  await expect.poll(getWaits, { timeout: 20_000 }).toHaveLength(1);
  const [wait] = await getWaits();
  const { pathname } = new URL(wait?.url ?? "");
  const answer = await fetch(there.url + pathname, { method: "POST", body: "from elsewhere" });
  // The answer arrives at the end of the run, which another server executes.
  expect([answer.status, await answer.text()]).toEqual([200, "from elsewhere"]);
  expect((await fetch(here.url + pathname, { method: "POST" })).status).toBe(404);
});
