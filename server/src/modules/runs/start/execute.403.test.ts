import type { ConnectorUse } from "@stoa/contract";
import { expect, test } from "vitest";
import { addCurrentVersion } from "../../catalog/agents/agent-store.ts";
import { echoContent, NO_MODELS } from "../../catalog/catalog.fixture.ts";
import { someConnector, switchOff } from "../../connectors/grants/connector.fixture.ts";
import { parseBody, useRuns } from "../runs.fixture.ts";
import { NO_TRACES, parseProblem, readTraces } from "./execute.refused.fixture.ts";

const stack = useRuns();
const input_data = { message: "hi" };

const POSTS: ConnectorUse = { service: "slack", methods: ["POST"], paths: ["/chat.postMessage"] };
const READS: ConnectorUse = { service: "github", methods: ["GET", "HEAD"], paths: ["/**"] };

async function scene(connectors = [POSTS]) {
  const { client, db, person, agent } = stack();
  const [caller, owner] = [await person(), await person()];
  const agent_id = await agent(owner.accountId, { content: { connectors } });
  return {
    caller,
    owner,
    agent_id,
    run: (more: object = {}, by = caller) =>
      client.post(
        "/api/v1/execute/run",
        { agent_id, input_data, ...more },
        { token: by.token, headers: { "idempotency-key": "once" } },
      ),
    allow: (...uses: ConnectorUse[]) =>
      client.post(`/api/v1/agents/${agent_id}/connectors/grant`, { uses }, { token: caller.token }),
    newVersion: (uses: ConnectorUse[]) =>
      db.transaction().execute((tx) =>
        addCurrentVersion(tx, agent_id, {
          content: echoContent({ connectors: uses }),
          models: NO_MODELS,
          checks: [],
        }),
      ),
  };
}

test("a run does not start without a grant, and the same request with the same key starts it after the grant", async () => {
  const { db } = stack();
  const { caller, run, allow } = await scene();
  await someConnector(db, caller, "slack");
  const refused = await run();
  expect(refused.status).toBe(403);
  expect(parseProblem(refused)).toMatchObject({
    error: "grant_needed",
    detail:
      "This agent uses your Slack connector to send (POST /chat.postMessage). Allow it on the agent's page first.",
    needs: [{ ...POSTS, display_name: "Slack", state: "not_granted" }],
  });
  expect(await readTraces(db, caller.accountId)).toEqual(NO_TRACES);
  expect((await allow(POSTS)).status).toBe(200);
  const ran = await run();
  expect(ran.status, JSON.stringify(ran.body)).toBe(200);
  expect(parseBody(ran).success).toBe(true);
  expect(ran.headers.get("idempotent-replayed")).toBeNull();
});

test("lists every missing connector and describes the first connector", async () => {
  const { db } = stack();
  const { caller, run, allow } = await scene([READS, POSTS]);
  const missing = parseProblem(await run());
  expect(missing.detail).toBe(
    "This agent uses your GitHub connector to read. You have no GitHub connector. Add one in Settings first.",
  );
  expect(missing.needs?.map(({ state }) => state)).toEqual(["no_connector", "no_connector"]);
  await someConnector(db, caller, "github");
  const slack = await someConnector(db, caller, "slack");
  await allow(READS, POSTS);
  await switchOff(db, slack);
  const off = parseProblem(await run());
  expect(off.detail).toContain("That connector is switched off");
  expect(off.needs?.map(({ service }) => service)).toEqual(["slack"]);
});

test("a version that needs more access requires a new grant, but the granted version can still be requested", async () => {
  const { db } = stack();
  const { caller, run, allow, newVersion } = await scene();
  await someConnector(db, caller, "slack");
  await allow(POSTS);
  await newVersion([{ ...POSTS, paths: ["/**"] }]);
  const refused = await run();
  expect(refused.status).toBe(403);
  expect(parseProblem(refused).needs).toMatchObject([{ state: "changed" }]);
  expect((await run({ version: 1 })).status).toBe(200);
});

test("the agent's owner needs grants like every caller, but not for an estimate", async () => {
  const { client, db } = stack();
  const { caller, owner, run, allow, agent_id } = await scene();
  await someConnector(db, caller, "slack");
  await someConnector(db, owner, "slack");
  await allow(POSTS);
  expect((await run({}, owner)).status).toBe(403);
  const body = { agent_id, input_data };
  expect((await client.post("/api/v1/execute/estimate", body, { token: owner.token })).status).toBe(200);
});
