import { Connector, ConnectorGrant, ExecutionResult, Problem, RunTrace, UploadReply } from "@stoa/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { type Person, parseAnswer } from "../../../../../tests/harness/client.ts";
import { readStoredText } from "../../../../../tests/harness/contents.ts";
import { type ScriptedService, startScriptedService } from "../../../../../tests/harness/scripted-service.ts";
import { SERVER_CONTENT_VAULT, useTestServer } from "../../../../../tests/harness/server.ts";
import { uploadForm } from "../../catalog/catalog-server.fixture.ts";

const HOST = "gitlab.example.com";
const CREDENTIAL = "glpat-Secret-of-the-caller-2";

let service: ScriptedService;
beforeAll(async () => {
  service = await startScriptedService([HOST]);
});
const server = useTestServer({
  env: { STOA_OUTBOUND_ALLOW: "127.0.0.1/32" },
  network: () => ({ lookup: service.lookup, ca: service.ca }),
});
afterAll(() => service.close());
beforeEach(() => {
  service.requests.splice(0);
  service.answer(() => ({ status: 201, body: { iid: 12 } }));
});

/** An agent that posts an issue, and reads one by its plain URL, as other HTTP clients do. */
const POSTS = `import json, os, urllib.error, urllib.request
import stoa

@stoa.agent(connectors=[{"service": "gitlab", "methods": ["POST"], "paths": ["/projects/*/issues"]}])
def run(message: str):
    issue = stoa.connector("gitlab").post("/projects/7/issues", {"title": message}).raise_for_status().json()
    try:
        stoa.connector("gitlab").get("/user")
    except stoa.ConnectorError as error:
        refused = error.code
    request = urllib.request.Request(
        os.environ["STOA_CONNECTORS_URL"] + f"/gitlab/projects/{len(message)}/issues",
        data=b"{}",
        headers={"Authorization": "Bearer " + os.environ["STOA_CONNECTORS_TOKEN"]},
    )
    with urllib.request.urlopen(request) as answer:
        return f"issue #{issue['iid']}, {refused}, {answer.status}"
`;

async function uploaded(source: string) {
  const developer = await server().client.register();
  const form = uploadForm({ file: { name: "agent.py", content: source } });
  const answer = await server().client.call("POST", "/api/v1/agents/upload", {
    token: developer.token,
    form,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { developer, ...parseAnswer(UploadReply, answer) };
}

async function connect({ token }: Person): Promise<Connector> {
  const answer = await server().client.post(
    "/api/v1/connectors",
    {
      service_name: "gitlab",
      api_key: CREDENTIAL,
      service_config: { base_url: `https://${HOST}:${service.port}` },
    },
    { token },
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return parseAnswer(Connector, answer);
}

const runIt = ({ token }: Person, agent_id: number) =>
  server().client.post(
    "/api/v1/execute/run",
    { agent_id, input_data: { message: "It is broken" } },
    { token },
  );

test("an agent can post with its caller's connector only after the caller allows it", async () => {
  const { client, db } = server();
  const { agent, checks, developer } = await uploaded(POSTS);
  expect(checks.find(({ name }) => name === "trial_run")).toMatchObject({
    status: "passed",
    detail: "The agent ran until its first call to a service or another agent, which trial runs cannot make",
  });
  expect(service.requests).toEqual([]);

  const caller = await client.register();
  const { token } = caller;
  const connector = await connect(caller);
  const before = await runIt(caller, agent.id);
  expect(before.status).toBe(403);
  expect(parseAnswer(Problem, before)).toMatchObject({ error: "grant_needed" });
  expect(service.requests).toEqual([]);

  const granted = await client.post(
    `/api/v1/agents/${agent.id}/connectors/grant`,
    { uses: agent.connectors },
    { token },
  );
  expect(granted.status, JSON.stringify(granted.body)).toBe(200);
  const result = parseAnswer(ExecutionResult, await runIt(caller, agent.id));
  expect(result).toMatchObject({ success: true, agent_output: "issue #12, not_declared, 201" });
  expect(service.requests).toMatchObject([
    { method: "POST", path: "/api/v4/projects/7/issues", body: '{"title": "It is broken"}' },
    { method: "POST", path: "/api/v4/projects/12/issues", body: "{}" },
  ]);
  for (const { headers } of service.requests) {
    expect(headers["private-token"]).toBe(CREDENTIAL);
    expect(headers).not.toHaveProperty("authorization");
  }

  const trace = async (reader: Person) =>
    parseAnswer(
      RunTrace,
      await client.get(`/api/v1/execute/runs/${result.run_id}/trace`, { token: reader.token }),
    );
  const { entries, execution_time } = await trace(caller);
  const call = { type: "connector_call", service: "gitlab" };
  expect(entries).toMatchObject([
    { ...call, method: "POST", path: "/projects/7/issues", outcome: "answered", status: 201, reason: null },
    {
      ...call,
      method: "GET",
      path: "/user",
      outcome: "refused",
      status: null,
      reason: expect.stringContaining("declare"),
    },
    { ...call, method: "POST", path: "/projects/12/issues", outcome: "answered", status: 201 },
  ]);
  for (const { at } of entries) expect(at).toBeLessThanOrEqual(execution_time + 1);
  expect((await trace(developer)).entries).toMatchObject([
    { path: "/projects/7/issues" },
    { path: "/user" },
    { path: null, outcome: "answered" },
  ]);

  const [listed] = parseAnswer(z.array(Connector), await client.get("/api/v1/connectors", { token }));
  expect(listed).toMatchObject({ id: connector.id, current_usage: 2 });
  const stored = await readStoredText(db, SERVER_CONTENT_VAULT);
  expect(stored).toContain("connector_call");
  expect(stored).not.toContain(CREDENTIAL);
  expect(JSON.stringify([result, entries])).not.toContain(CREDENTIAL);
});

test("a grant that is revoked during a run refuses the next call", async () => {
  const { client } = server();
  const { agent } = await uploaded(`import stoa

@stoa.agent(connectors=["gitlab"])
def run(message: str):
    gitlab = stoa.connector("gitlab")
    gitlab.get("/projects")
    try:
        gitlab.get("/projects")
    except stoa.ConnectorError as error:
        return error.code
`);
  const caller = await client.register();
  const { token } = caller;
  await connect(caller);
  await client.post(`/api/v1/agents/${agent.id}/connectors/grant`, { uses: agent.connectors }, { token });
  service.answer(async () => {
    const [grant] = parseAnswer(
      z.array(ConnectorGrant),
      await client.get("/api/v1/connectors/grants", { token }),
    );
    await client.call("DELETE", `/api/v1/connectors/grants/${grant?.id}`, { token });
    return { status: 200 };
  });
  expect(parseAnswer(ExecutionResult, await runIt(caller, agent.id))).toMatchObject({
    success: true,
    agent_output: "not_granted",
  });
  expect(service.requests).toHaveLength(1);
});

test("a call that is active when its run ends appears in the trace", async () => {
  const { client } = server();
  const { agent } = await uploaded(`import threading, time
import stoa

@stoa.agent(connectors=["gitlab"])
def run(message: str):
    threading.Thread(target=lambda: stoa.connector("gitlab").get("/projects"), daemon=True).start()
    time.sleep(1)
    return "done"
`);
  const caller = await client.register();
  const { token } = caller;
  await connect(caller);
  await client.post(`/api/v1/agents/${agent.id}/connectors/grant`, { uses: agent.connectors }, { token });
  service.answer(() => new Promise(() => undefined));
  const result = parseAnswer(ExecutionResult, await runIt(caller, agent.id));
  expect(result).toMatchObject({ success: true, agent_output: "done" });
  const trace = await client.get(`/api/v1/execute/runs/${result.run_id}/trace`, { token });
  expect(parseAnswer(RunTrace, trace).entries).toMatchObject([
    { type: "connector_call", path: "/projects", outcome: "failed", status: null },
  ]);
});
