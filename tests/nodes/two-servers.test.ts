import { AcceptedRun, ExecutionResult } from "@stoa/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tryEveryCall } from "../api/every-call.ts";
import { agentFile, agentForm, makeWorld, type World } from "../api/world.ts";
import { Client, parsed } from "../harness/client.ts";
import { removeHome, ServerProcess, temporaryHome } from "../harness/server-process.ts";
import { TurnTakingClient } from "./turn-taking-client.ts";

/** `.ci/run` tries everything of each row at both of its addresses, `npm test` that it answers at one. */
const WHOLE = Boolean(process.env.STOA_TEST_LONG);
const SETTINGS = {
  /** What one seals the other opens. */
  STOA_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
  STOA_RATE_LIMIT_FACTOR: "100",
  STOA_DRAIN_SECONDS: "2",
};

/** Ends when it is told to, and stays until it is stopped otherwise. */
const LINGERS = `import time
import stoa


@stoa.agent(name="Lingers", description="Stays", examples=[{"message": "go"}])
def run(message: str):
    yield "on"
    if message != "go":
        time.sleep(60)
`;

const homes: string[] = [];
const servers: ServerProcess[] = [];
let world: World;

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const home = temporaryHome();
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
  /** The first one stops the database. */
  for (const server of servers.reverse()) await server.stop();
  for (const home of homes) removeHome(home);
});

tryEveryCall(() => world, WHOLE ? { addresses: 2, refusals: true } : { addresses: 1, refusals: false });

test("a run that one server accepted is asked for, followed and stopped at the other", async () => {
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
  const accepted = parsed(
    AcceptedRun,
    await here.post(
      `/api/v1/sdk/agents/${agent.id}/execute`,
      { input_data: { message: "stay" } },
      { key: caller.key, headers: { prefer: "respond-async" } },
    ),
  );
  const poll = async () => parsed(ExecutionResult, await there.get(accepted.url, { key: caller.key }));
  expect((await poll()).status).toBe("running");
  const events = await fetch(there.url + accepted.events_url, {
    headers: { "x-api-key": caller.key, accept: "text/event-stream" },
  });
  await there.post(accepted.cancel_url, {}, { key: caller.key });
  expect(await events.text()).toContain('"status":"cancelled"');
  expect((await poll()).status).toBe("cancelled");
});
