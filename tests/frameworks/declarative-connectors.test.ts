import { Connector, ConnectorGrant, ExecutionResult, RunTrace } from "@stoa/contract";
import { afterAll, expect, it } from "vitest";
import * as z from "zod";
import { parseAnswer } from "../harness/client.ts";
import { startScriptedService } from "../harness/scripted-service.ts";
import { useTestServer } from "../harness/server.ts";
import { uploadSource } from "./agents.ts";
import { startScriptedModel } from "./scripted-model.ts";

const HOST = "gitlab.example.com";
const CREDENTIAL = "glpat-Secret-of-the-caller-3";

const AGENT = {
  stoa: 1,
  name: "Issue writer",
  description: "Writes issues.",
  instructions: "Write an issue in project {{ project }} about what the user says.",
  input: [{ name: "message" }, { name: "project", type: "integer" }],
  tools: [
    {
      type: "connector",
      name: "write_issue",
      description: "Writes an issue",
      service: "gitlab",
      method: "POST",
      path: "/projects/{project}/issues",
      body: {
        type: "object",
        properties: { title: { type: "string" }, labels: { type: "string", const: "from-stoa" } },
        required: ["title"],
      },
    },
  ],
};
const INPUT = { message: "The door squeaks", project: 7 };

const service = await startScriptedService([HOST]);
const model = await startScriptedModel();
const server = useTestServer({
  env: {
    STOA_PYTHON: "/nonexistent/python3",
    STOA_OUTBOUND_ALLOW: "127.0.0.1/32",
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: "sk-operators",
    STOA_DEFAULT_MODEL: "gpt-4o",
  },
  network: () => ({ lookup: service.lookup, ca: service.ca }),
});
afterAll(async () => {
  await service.close();
  await model.close();
});

/** Creates a person with a connector to the service, and another person's agent that may use the connector. */
async function uploadAllowed() {
  const { client } = server();
  const { id } = await uploadSource(server(), "agent.json", JSON.stringify(AGENT));
  const { token } = await client.register();
  const added = await client.post(
    "/api/v1/connectors",
    {
      service_name: "gitlab",
      api_key: CREDENTIAL,
      service_config: { base_url: `https://${HOST}:${service.port}` },
    },
    { token },
  );
  expect(parseAnswer(Connector, added).is_active).toBe(true);
  const uses = [{ service: "gitlab", methods: ["POST"], paths: ["/projects/*/issues"] }];
  const granted = await client.post(`/api/v1/agents/${id}/connectors/grant`, { uses }, { token });
  expect(granted.status, JSON.stringify(granted.body)).toBe(200);
  const run = async () =>
    parseAnswer(
      ExecutionResult,
      await client.post("/api/v1/execute/run", { agent_id: id, input_data: INPUT }, { token }),
    );
  const getTrace = async (runId: string) =>
    parseAnswer(RunTrace, await client.get(`/api/v1/execute/runs/${runId}/trace`, { token })).entries;
  return { token, run, getTrace };
}

it("a tool call reaches the service with the caller's credential and appears in the trace", async () => {
  const { run, getTrace } = await uploadAllowed();
  service.requests.splice(0);
  service.answer(() => ({ status: 201, body: { iid: 12 } }));
  model.play([
    { tool: "write_issue", args: { project: 7, title: "The door squeaks" } },
    "I wrote issue #12.",
  ]);
  const result = await run();
  expect(result).toMatchObject({ success: true, agent_output: "I wrote issue #12.", tokens_used: 240 });
  expect(service.requests).toMatchObject([
    { method: "POST", path: "/api/v4/projects/7/issues", headers: { "private-token": CREDENTIAL } },
  ]);
  expect(JSON.parse(service.requests[0]?.body ?? "")).toEqual({
    title: "The door squeaks",
    labels: "from-stoa",
  });
  const entries = await getTrace(result.run_id);
  expect(entries.map(({ type }) => type).toSorted()).toEqual(
    ["connector_call", "model_call", "model_call", "step", "step"].toSorted(),
  );
  expect(entries).toContainEqual(
    expect.objectContaining({
      type: "connector_call",
      path: "/projects/7/issues",
      outcome: "answered",
      status: 201,
    }),
  );
  expect(JSON.stringify([result, entries, model.calls])).not.toContain(CREDENTIAL);
});

it("if a grant is revoked during a run, the model is informed and the service gets no further requests", async () => {
  const { token, run } = await uploadAllowed();
  const { client } = server();
  service.requests.splice(0);
  service.answer(async () => {
    const [grant] = parseAnswer(
      z.array(ConnectorGrant),
      await client.get("/api/v1/connectors/grants", { token }),
    );
    await client.call("DELETE", `/api/v1/connectors/grants/${grant?.id}`, { token });
    return { status: 201, body: { iid: 13 } };
  });
  const again = { tool: "write_issue", args: { project: 7, title: "Again" } };
  model.play([again, again, "I was stopped."]);
  expect(await run()).toMatchObject({ success: true, agent_output: "I was stopped." });
  expect(service.requests).toHaveLength(1);
  expect(JSON.stringify(model.calls[2]?.messages)).toMatch(/HTTP 403.*not_granted/);
});
