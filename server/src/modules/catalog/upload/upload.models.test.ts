import { catalogRoutes, Problem, versionRoutes } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { offeredModels, uploadForm, useCatalogServer, versionForm } from "../catalog-server.fixture.ts";

const models = offeredModels(
  new Map([
    ["gpt-4o", "gpt-4o"],
    ["gpt-4o-2024-08-06", "gpt-4o"],
    ["house", "gpt-4o"],
  ]),
);
const server = useCatalogServer({ python: true, models });

/** An agent that calls a model only if its input says so, because the servers of these tests have no gateway. */
const OPENAI = (model: string) =>
  `def run(message):
    if message == "ask":
        import openai
        return openai.OpenAI().responses.create(model="${model}", input=message).output_text
    return message
`;
const DECLARATIVE = (model: string) =>
  JSON.stringify({ stoa: 1, name: "Tiny", description: "Answers.", instructions: "Answer.", model });
const N8N = (model: string | undefined) =>
  JSON.stringify({
    name: "Flow",
    nodes: [
      { name: "Chat", type: "@n8n/n8n-nodes-langchain.chatTrigger", typeVersion: 1.1, parameters: {} },
      { name: "Chain", type: "@n8n/n8n-nodes-langchain.chainLlm", typeVersion: 1.5, parameters: {} },
      {
        name: "Model",
        type: "@n8n/n8n-nodes-langchain.lmChatOpenAi",
        typeVersion: 1,
        parameters: model === undefined ? {} : { model },
      },
    ],
    connections: {
      Chat: { main: [[{ node: "Chain", type: "main", index: 0 }]] },
      Model: { ai_languageModel: [[{ node: "Chain", type: "ai_languageModel", index: 0 }]] },
    },
  });

async function inspected(name: string, content: string, fields: Record<string, string> = {}) {
  const { client } = server();
  const { token } = await client.register();
  const form = versionForm(content, fields, name);
  const reply = parseAnswer(
    catalogRoutes.inspect.reply,
    await client.call("POST", "/api/v1/agents/inspect", { form, token }),
  );
  return reply.checks.find((check) => check.name === "models");
}

test.each([
  ["a plain Python file", "agent.py", OPENAI],
  ["a declarative agent", "agent.json", DECLARATIVE],
  ["an n8n workflow", "flow.json", N8N],
])(
  "%s fails the check if its model is not offered, and the error lists the offered models",
  async (_, name, source) => {
    expect(await inspected(name, source("claude-sonnet-4-6"))).toMatchObject({
      status: "failed",
      detail:
        "This server does not offer the model claude-sonnet-4-6. Use one that it offers (default, stoa-basic, gpt-4o, gpt-4o-2024-08-06, house), or upload the agent as inactive until the model is offered",
    });
    expect(await inspected(name, source("gpt-4o"))).toMatchObject({ status: "passed", detail: "gpt-4o" });
  },
);

test("the check names the models that an alias and `default` stand for", async () => {
  const detail = async (name: string) => (await inspected("agent.py", OPENAI(name)))?.detail;
  expect(await detail("house")).toBe("house, the operator's alias for gpt-4o");
  expect(await detail("default")).toBe("default, which is stoa-basic");
  expect((await inspected("flow.json", N8N(undefined)))?.detail).toBe("default, which is stoa-basic");
  expect((await inspected("echo.py", "def run(message):\n    return message\n"))?.detail).toBe(
    "The file names no model",
  );
});

test("an upload with a missing model is refused, or stored as an unlisted agent if its developer allows that", async () => {
  const { client } = server();
  const { token } = await client.register();
  const file = { name: "agent.py", content: OPENAI("claude-sonnet-4-6") };
  const refused = await client.call("POST", "/api/v1/agents/upload", { form: uploadForm({ file }), token });
  expect(refused.status).toBe(400);
  expect(Problem.parse(refused.body)).toMatchObject({ error: "upload_refused" });

  const fields = { name: `Waiting ${Math.random()}`, allow_missing_models: "true" };
  const { agent, checks } = parseAnswer(
    catalogRoutes.upload.reply,
    await client.call("POST", "/api/v1/agents/upload", { form: uploadForm({ fields, file }), token }),
  );
  expect(agent.missing_models).toEqual(["claude-sonnet-4-6"]);
  expect(checks.find(({ name }) => name === "models")).toMatchObject({ status: "warning" });
  const list = parseAnswer(catalogRoutes.list.reply, await client.get("/api/v1/agents?limit=100"));
  expect(list.agents.map(({ id }) => id)).not.toContain(agent.id);
  const page = parseAnswer(catalogRoutes.get.reply, await client.get(`/api/v1/agents/${agent.id}`));
  expect(page.missing_models).toEqual(["claude-sonnet-4-6"]);

  const next = versionForm(OPENAI("gpt-4o"), {}, "agent.py");
  const fixed = parseAnswer(
    versionRoutes.upload.reply,
    await client.call("POST", `/api/v1/agents/${agent.id}/versions`, { form: next, token }),
  );
  expect(fixed.agent.missing_models).toEqual([]);
  const after = parseAnswer(catalogRoutes.list.reply, await client.get("/api/v1/agents?limit=100"));
  expect(after.agents.map(({ id }) => id)).toContain(agent.id);
});

test("the list can be filtered by a model, whatever name the agents' files use for it", async () => {
  const { client } = server();
  const { token, username } = await client.register();
  const upload = async (content: string, category: string) => {
    const name = `Listed ${Math.random()}`;
    const form = uploadForm({ fields: { name, category }, file: { name: "agent.py", content } });
    const answer = await client.call("POST", "/api/v1/agents/upload", { form, token });
    return parseAnswer(catalogRoutes.upload.reply, answer).agent.id;
  };
  const list = async (query: string) =>
    parseAnswer(catalogRoutes.list.reply, await client.get(`/api/v1/agents?developer=${username}&${query}`));
  const ids = (page: Awaited<ReturnType<typeof list>>) => page.agents.map(({ id }) => id).sort();

  const dated = await upload(OPENAI("gpt-4o-2024-08-06"), "research");
  const alias = await upload(OPENAI("house"), "finance");
  const byDefault = await upload(OPENAI("default"), "finance");
  const without = await upload("def run(message):\n    return message\n", "research");

  const all = await list("");
  expect(ids(all)).toEqual([dated, alias, byDefault, without].sort());
  expect(all.facets.model).toEqual({ "gpt-4o": 2, "stoa-basic": 1 });
  const narrowed = await list("model=gpt-4o");
  expect([ids(narrowed), narrowed.total]).toEqual([[dated, alias].sort(), 2]);
  expect(narrowed.facets.category).toMatchObject({ research: 1, finance: 1, general: 0 });
  expect(narrowed.facets.model).toEqual({ "gpt-4o": 2, "stoa-basic": 1 });
  const both = await list("model=gpt-4o&category=finance");
  expect([ids(both), both.facets.model]).toEqual([[alias], { "gpt-4o": 1, "stoa-basic": 1 }]);
  expect(ids(await list("model=all"))).toHaveLength(4);
  const none = await list("model=gpt-5");
  expect([none.total, none.facets.model]).toEqual([0, { "gpt-4o": 2, "stoa-basic": 1, "gpt-5": 0 }]);
  expect((await client.get(`/api/v1/agents?model=${"m".repeat(129)}`)).status).toBe(400);
});
