import { AgentHosts, ExecutionResult, HostGrant, Problem, RunTrace, UploadReply } from "@stoa/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { type Person, parseAnswer } from "../../../../tests/harness/client.ts";
import { type ScriptedService, startScriptedService } from "../../../../tests/harness/scripted-service.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";

const HOST = "api.weather.example";
const OTHER = "archive.weather.example";

let service: ScriptedService;
beforeAll(async () => {
  service = await startScriptedService([HOST, OTHER]);
});
const server = useTestServer({
  env: { STOA_OUTBOUND_ALLOW: "127.0.0.1/32" },
  network: () => ({ lookup: service.lookup, ca: service.ca, replacePort: () => service.port }),
});
afterAll(() => service.close());
beforeEach(() => {
  service.requests.splice(0);
  service.answer(() => ({ status: 200, body: { degrees: 21 } }));
});

const agentOf = (hosts: string, url = `https://${HOST}/v1`) => `import json, urllib.parse, urllib.request
import stoa

@stoa.agent(${hosts})
def run(message: str):
    with urllib.request.urlopen("${url}?place=" + urllib.parse.quote(message)) as answer:
        return f"{json.load(answer)['degrees']} degrees in {message}"
`;

const upload = (token: string, source: string, path = "/api/v1/agents/upload") =>
  server().client.call("POST", path, {
    token,
    form: uploadForm({ file: { name: "weather.py", content: source } }),
  });

async function uploaded(source: string) {
  const developer = await server().client.register();
  const answer = await upload(developer.token, source);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { developer, ...parseAnswer(UploadReply, answer) };
}

const runIt = ({ token }: Person, agent_id: number) =>
  server().client.post("/api/v1/execute/run", { agent_id, input_data: { message: "Bern" } }, { token });

const hostsOf = async ({ token }: Person, agentId: number) =>
  parseAnswer(AgentHosts, await server().client.get(`/api/v1/agents/${agentId}/hosts`, { token }));

const allow = ({ token }: Person, agentId: number, hosts: readonly string[]) =>
  server().client.post(`/api/v1/agents/${agentId}/hosts/allow`, { hosts }, { token });

async function traceOf(run_id: string, { token }: Person) {
  return parseAnswer(RunTrace, await server().client.get(`/api/v1/execute/runs/${run_id}/trace`, { token }));
}

test("an agent reaches a declared host once its caller has allowed it, and the trace shows the connection", async () => {
  const { client } = server();
  const { agent, checks } = await uploaded(agentOf(`hosts=["${HOST}"]`));
  expect(agent.hosts).toEqual([HOST]);
  expect(checks.find(({ name }) => name === "network")).toMatchObject({
    status: "passed",
    detail: `Sends requests to ${HOST}`,
  });
  expect(checks.find(({ name }) => name === "trial_run")).toMatchObject({
    status: "passed",
    detail: `The agent calls ${HOST} when it runs. The trial run ended at this call, because trial runs cannot reach hosts`,
  });
  expect(service.requests).toEqual([]);

  const caller = await client.register();
  expect(await hostsOf(caller, agent.id)).toEqual({ hosts: [HOST], state: "not_granted" });
  const before = await runIt(caller, agent.id);
  expect(before.status).toBe(403);
  expect(parseAnswer(Problem, before)).toMatchObject({
    error: "grant_needed",
    hosts: [HOST],
    detail: `This agent sends requests to ${HOST}. Allow that on the agent's page first, or with POST /agents/{id}/hosts/allow.`,
  });
  expect(service.requests).toEqual([]);

  expect(parseAnswer(AgentHosts, await allow(caller, agent.id, [HOST]))).toMatchObject({ state: "granted" });
  const result = parseAnswer(ExecutionResult, await runIt(caller, agent.id));
  expect(result, JSON.stringify(result)).toMatchObject({
    success: true,
    agent_output: "21 degrees in Bern",
  });
  expect(service.requests).toMatchObject([{ method: "GET", path: "/v1?place=Bern" }]);

  const { entries } = await traceOf(result.run_id, caller);
  expect(entries).toMatchObject([
    { type: "connection", host: HOST, port: 443, outcome: "connected", reason: null },
  ]);
  const [connection] = entries;
  if (connection?.type !== "connection") throw new Error("no connection");
  expect(connection.bytes_sent).toBeGreaterThan(100);
  expect(connection.bytes_received).toBeGreaterThan(100);
});

test("a developer runs their own agent without allowing its hosts", async () => {
  const { agent, developer } = await uploaded(agentOf(`hosts=["${HOST}"]`));
  expect(await hostsOf(developer, agent.id)).toEqual({ hosts: [HOST], state: "not_needed" });
  expect(parseAnswer(ExecutionResult, await runIt(developer, agent.id))).toMatchObject({ success: true });
});

test("callers must grant access again for a version that declares more hosts, but not for one that declares fewer", async () => {
  const { client } = server();
  const { agent, developer } = await uploaded(agentOf(`hosts=["${HOST}", "${OTHER}"]`));
  const caller = await client.register();
  await allow(caller, agent.id, [HOST, OTHER]);
  const newVersion = async (hosts: string) => {
    const form = new FormData();
    form.set("file", new File([agentOf(hosts)], "weather.py"));
    const answer = await client.call("POST", `/api/v1/agents/${agent.id}/versions`, {
      token: developer.token,
      form,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  };
  await newVersion(`hosts=["${HOST}"]`);
  expect(await hostsOf(caller, agent.id)).toEqual({ hosts: [HOST], state: "granted" });
  expect((await runIt(caller, agent.id)).status).toBe(200);
  await newVersion(`hosts=["*"]`);
  expect(await hostsOf(caller, agent.id)).toEqual({ hosts: ["*"], state: "changed" });
  expect(parseAnswer(Problem, await runIt(caller, agent.id)).detail).toContain("any public host");
  const outdated = await allow(caller, agent.id, [HOST]);
  expect(outdated.status).toBe(409);
});

test("a person lists what they allow agents to reach, and can revoke it", async () => {
  const { client } = server();
  const { agent } = await uploaded(agentOf(`hosts=["${HOST}"]`));
  const [caller, other] = [await client.register(), await client.register()];
  const list = async ({ token }: Person) =>
    parseAnswer(z.array(HostGrant), await client.get("/api/v1/connectors/hosts", { token }));
  const revoke = () =>
    client.call("DELETE", `/api/v1/agents/${agent.id}/hosts/allow`, { token: caller.token });
  expect((await revoke()).status).toBe(404);
  await allow(caller, agent.id, [HOST]);
  expect(await list(caller)).toEqual([
    { agent_id: agent.id, agent_name: agent.name, hosts: [HOST], created_at: expect.any(String) as string },
  ]);
  expect(await list(other)).toEqual([]);
  expect((await revoke()).status).toBe(200);
  expect(await list(caller)).toEqual([]);
  expect((await runIt(caller, agent.id)).status).toBe(403);
});

test("a connection to an undeclared host fails immediately, and the developer learns which host to declare", async () => {
  const tells = `import urllib.request
import stoa

@stoa.agent(hosts=["${HOST}"])
def run(message: str):
    if message == "Hello":
        return "hi"
    return urllib.request.urlopen("https://${OTHER}/v1").read().decode()
`;
  const { agent, developer } = await uploaded(tells);
  const { success, run_id } = parseAnswer(ExecutionResult, await runIt(developer, agent.id));
  expect(success).toBe(false);
  const trace = await traceOf(run_id, developer);
  expect(trace.failure?.traceback).toContain(
    `This agent tried to reach ${OTHER}, which it does not declare. Add it to hosts.`,
  );
  expect(trace.entries).toMatchObject([
    { type: "connection", host: OTHER, port: null, outcome: "refused", bytes_sent: 0 },
  ]);
  expect(service.requests).toEqual([]);
});

test("a trial run that needs an undeclared host fails, and the error names the host to declare", async () => {
  const developer = await server().client.register();
  const answer = await upload(developer.token, agentOf(`name="Weather"`));
  expect(answer.status).toBe(400);
  const { checks } = parseAnswer(Problem, answer);
  expect(checks?.find(({ name }) => name === "network")).toMatchObject({
    status: "warning",
    detail: `Reaches no hosts. The file names ${HOST} (line 6), which it does not declare, so runs cannot reach it. To allow this, write \`@stoa.agent(hosts=["${HOST}"])\``,
  });
  expect(checks?.find(({ name }) => name === "trial_run")?.detail).toContain(
    `This agent tried to reach ${HOST}, which it does not declare. Add it to hosts.`,
  );
});

test.each([
  [`hosts=["https://${HOST}/v1"]`, `Declare only its host: "${HOST}"`],
  [`hosts=["127.0.0.1"]`, "is an IP address"],
  [`hosts=["${HOST}:22"]`, "Port 22 cannot be used"],
  ["hosts=[HOST]", "each entry must be a host"],
])("the upload refuses %s with the line number and the reason", async (hosts, reason) => {
  const developer = await server().client.register();
  const answer = await upload(developer.token, agentOf(hosts));
  expect(answer.status).toBe(400);
  const check = parseAnswer(Problem, answer).checks?.find(({ name }) => name === "network");
  expect(check).toMatchObject({ status: "failed", line: 4, detail: expect.stringContaining(reason) });
});
