import type { ConnectorUse } from "@stoa/contract";
import { expect, test } from "vitest";
import { storeGrants } from "../grants/grant-store.ts";
import { CREDENTIAL, parseRefusal, type TestRun, useProxy } from "./proxy.fixture.ts";

const proxy = useProxy();

const ORIGIN = "http://0.0.0.0:9925";
const IN_PLACE = `/connectors/${encodeURIComponent(ORIGIN)}`;
const scope = { methods: ["GET" as const], paths: ["/**"] };

/**
 * Starts a run of an agent that declares this server. By default the caller has chosen their only API for the server.
 */
async function chosenRun(service: string, chosen = true): Promise<TestRun> {
  const { startRun, database } = proxy();
  const run = await startRun({ api: { sign_in: "bearer" }, granted: null });
  const use: ConnectorUse = { service, ...scope };
  Object.assign(run.facts, { uses: [use] });
  const { userId, agentId, agentOwnerAccountId } = run.facts;
  const { connectorId = "" } = run;
  if (chosen)
    await storeGrants(database.db, [
      { userId, agentId, agentOwnerAccountId, connectorId, standsFor: service, scope },
    ]);
  return run;
}

test("a server that only the run names receives the key that the caller chose for its host", async () => {
  const { call, service, apiHost, countUsage } = proxy();
  const run = await chosenRun("*");
  expect(await call(run, `/connectors/${apiHost}/v1?x=1`)).toMatchObject({ status: 200 });
  expect(service.requests).toMatchObject([
    { host: "gitlab.example.com", path: "/v1?x=1", headers: { authorization: `Bearer ${CREDENTIAL}` } },
  ]);
  expect(await countUsage(run)).toBe(1);
  expect(run.records).toMatchObject([{ service: apiHost, outcome: "answered" }]);
});

test("a call to a replaced URL goes to the host of the chosen API", async () => {
  const { call, service, apiHost, countUsage } = proxy();
  const run = await chosenRun(ORIGIN);
  expect(await call(run, `${IN_PLACE}/api/recipes?page=1`)).toMatchObject({ status: 200 });
  expect(service.requests).toMatchObject([
    {
      host: "gitlab.example.com",
      path: "/api/recipes?page=1",
      headers: { authorization: `Bearer ${CREDENTIAL}` },
    },
  ]);
  expect(await countUsage(run)).toBe(1);
  expect(run.records).toMatchObject([{ service: apiHost, path: "/api/recipes", outcome: "answered" }]);
});

test.each<[title: string, declared: string, chosen: boolean, path: string, code: string]>([
  ["another host", "*", true, "/connectors/api.example.com/v1", "no_connector"],
  ["the host at another port", "*", true, "/connectors/gitlab.example.com/v1", "no_connector"],
  ["a host that is not allowed", "*", false, "HOST/v1", "not_granted"],
  ["a service", "*", true, "/connectors/slack/v1", "not_declared"],
  ["another URL", ORIGIN, true, `${IN_PLACE.replace("9925", "9926")}/v1`, "not_declared"],
  ["a URL without a chosen API", ORIGIN, false, `${IN_PLACE}/v1`, "not_granted"],
  ["the chosen host by its own name", ORIGIN, true, "HOST/v1", "not_declared"],
  ["a path that leaves its host", ORIGIN, true, `${IN_PLACE}/%2e%2e/v1`, "bad_path"],
])("no key is sent to %s", async (_, declared, chosen, path, code) => {
  const { call, service, apiHost } = proxy();
  const run = await chosenRun(declared, chosen);
  const answer = await call(run, path.replace("HOST", `/connectors/${apiHost}`));
  expect(parseRefusal(answer).error).toBe(code);
  expect(service.requests).toEqual([]);
});

test.each(["*", ORIGIN])("a redirect to another host does not send the key of %s", async (declared) => {
  const { call, service, apiHost } = proxy();
  const run = await chosenRun(declared);
  service.answer(() => ({ status: 302, headers: { location: "https://files.example.com/signed" } }));
  const path = declared === "*" ? `/connectors/${apiHost}/v1` : `${IN_PLACE}/v1`;
  expect(await call(run, path)).toMatchObject({
    status: 302,
    headers: { location: "https://files.example.com/signed" },
  });
  expect(service.requests.map(({ host }) => host)).toEqual(["gitlab.example.com"]);
});
