import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AgentConnector, ExecutionResult, TemplateCatalog } from "@stoa/contract";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod";
import { TEMPLATES } from "../../server/src/commands/paths.ts";
import { findService } from "../../server/src/modules/connectors/index.ts";
import { parseAnswer } from "../harness/client.ts";
import { startScriptedService } from "../harness/scripted-service.ts";
import { useTestServer } from "../harness/server.ts";
import { uploadSource } from "./agents.ts";
import { startScriptedModel } from "./scripted-model.ts";

const HOST = "api.github.com";
const CREDENTIAL = "ghp_Secret_of_the_caller";
const REPOSITORY = { owner: "octocat", repository: "hello-world" };

const service = await startScriptedService([HOST]);
const model = await startScriptedModel();
const server = useTestServer({
  env: {
    STOA_OUTBOUND_ALLOW: "127.0.0.1/32",
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: "sk-operators",
    STOA_DEFAULT_MODEL: "gpt-4o",
  },
  network: () => ({ lookup: service.lookup, ca: service.ca }),
});
beforeEach(() => {
  service.requests.splice(0);
  const github = findService("github");
  if (!github) throw new Error("GitHub is no longer a supported service");
  // Changes only the port of the real URL, because tests cannot listen on that port.
  vi.spyOn(github, "baseUrl").mockReturnValue(`https://${HOST}:${service.port}`);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await service.close();
  await model.close();
});

/**
 * Uploads a template and runs it as another person, who has connected GitHub and granted the access that the template
 * declares.
 */
async function runAllowed(id: string, input: object) {
  const { client } = server();
  const { templates } = parseAnswer(TemplateCatalog, await client.get("/api/v1/templates/catalog"));
  const template = templates.find((one) => one.id === id);
  if (!template) throw new Error(`there is no template ${id}`);
  const source = await readFile(join(TEMPLATES, template.filename), "utf8");
  const agent = await uploadSource(server(), template.filename, source);
  const { token } = await client.register();
  const added = { service_name: "github", api_key: CREDENTIAL };
  expect((await client.post("/api/v1/connectors", added, { token })).status).toBe(201);
  const declared = parseAnswer(
    z.array(AgentConnector),
    await client.get(`/api/v1/agents/${agent.id}/connectors`, { token }),
  );
  expect(declared.map((use) => use.service)).toEqual(template.connectors);
  const uses = declared.map(({ service: name, methods, paths }) => ({ service: name, methods, paths }));
  const granted = await client.post(`/api/v1/agents/${agent.id}/connectors/grant`, { uses }, { token });
  expect(granted.status, JSON.stringify(granted.body)).toBe(200);
  const body = { agent_id: agent.id, input_data: input };
  return parseAnswer(ExecutionResult, await client.post("/api/v1/execute/run", body, { token }));
}

it("the Python function that uses GitHub lists the waiting issues, oldest first, without pull requests", async () => {
  const formatDaysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  service.answer(() => ({
    status: 200,
    body: [
      { number: 7, title: "The door | squeaks", updated_at: formatDaysAgo(40.5) },
      { number: 8, title: "A change", updated_at: formatDaysAgo(30.5), pull_request: {} },
      { number: 9, title: "A window", updated_at: formatDaysAgo(20.5) },
      { number: 10, title: "New", updated_at: formatDaysAgo(1.5) },
    ],
  }));
  const result = await runAllowed("stoa-python-connector", REPOSITORY);
  expect(result).toMatchObject({
    success: true,
    agent_output:
      "| Days | Issue | Title |\n| --- | --- | --- |\n| 40 | #7 | The door / squeaks |\n| 20 | #9 | A window |",
  });
  expect(service.requests).toMatchObject([
    {
      method: "GET",
      path: "/repos/octocat/hello-world/issues?state=open&sort=updated&direction=asc&per_page=50",
      headers: { authorization: `Bearer ${CREDENTIAL}` },
    },
  ]);
});

it("every template that needs a connector is tested here", async () => {
  const answer = await server().client.get("/api/v1/templates/catalog");
  const needing = parseAnswer(TemplateCatalog, answer).templates.filter(
    ({ connectors }) => connectors.length > 0,
  );
  expect(needing.map(({ id }) => id)).toEqual(["stoa-python-connector", "declarative-connector"]);
});

it("the Python function reports an unknown repository and sends no request for an invalid name", async () => {
  service.answer(() => ({ status: 404, body: { message: "Not Found" } }));
  const unknown = await runAllowed("stoa-python-connector", REPOSITORY);
  expect(unknown).toMatchObject({ success: false, cost: 0 });
  expect(unknown.detail).toContain("The repository does not exist on GitHub");
  service.requests.splice(0);
  const elsewhere = await runAllowed("stoa-python-connector", { owner: "../user", repository: "x" });
  expect(elsewhere.detail).toContain("is not the name of an account or a repository");
  expect(service.requests).toEqual([]);
});

it("the template without code reads an issue and its labels, and sets the labels that the model chooses", async () => {
  service.answer(({ path }) =>
    path.includes("/labels")
      ? { status: 200, body: [{ name: "bug" }] }
      : { status: 200, body: { title: "It breaks" } },
  );
  const where = { owner: "octocat", repository: "hello-world" };
  model.play([
    { tool: "read_issue", args: { ...where, issue: "1" } },
    { tool: "list_labels", args: where },
    { tool: "set_labels", args: { ...where, issue: "1", labels: ["bug"] } },
    "bug: it breaks.",
  ]);
  const result = await runAllowed("declarative-connector", { ...REPOSITORY, issue: 1, mode: "set labels" });
  expect(result).toMatchObject({ success: true, agent_output: "bug: it breaks." });
  expect(service.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ["GET", "/repos/octocat/hello-world/issues/1", ""],
    ["GET", "/repos/octocat/hello-world/labels?per_page=50", ""],
    ["POST", "/repos/octocat/hello-world/issues/1/labels", '{"labels":["bug"]}'],
  ]);
});
