import { Agent, AgentList, InspectReply, MyAgents, UploadReply } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { uploadForm, useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer({ python: true });

const DECLARED = `import stoa
from typing import Literal

@stoa.agent(
    name="Greeter",
    description="Greets people by name.",
    tags=["greeting", " hello "],
    features=["Two tones"],
    use_cases=["Welcoming visitors"],
    examples=[{"name": "Ada", "tone": "warm"}],
    models=["default"],
)
def greet(name: str, tone: Literal["warm", "formal"] = "warm", times: int = 1) -> str:
    """Greets.

    Args:
        name: Whom to greet.
    """
    if name != "Ada":
        raise ValueError("the trial run must send the declared example")
    return f"Hello {name}"
`;

test("an uploaded agent is checked, passes a trial run and is listed in the marketplace immediately", async () => {
  const { client, database } = server();
  const { token, username } = await client.register();
  const before = parseAnswer(AgentList, await client.get("/api/v1/agents/"));
  const form = uploadForm({
    fields: { name: "Greeter", category: "automation", price_per_token: "0.000003" },
    file: { name: "greeter.py", content: DECLARED },
  });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { agent, checks } = parseAnswer(UploadReply, answer);
  expect(checks.map(({ name, status }) => `${name} ${status}`)).toEqual([
    "size passed",
    "syntax passed",
    "framework passed",
    "entry_point passed",
    "models passed",
    "connectors passed",
    "network passed",
    "agents passed",
    "secrets passed",
    "environment passed",
    "trial_run passed",
  ]);
  expect(agent).toMatchObject({
    name: "Greeter",
    developer: username,
    category: "automation",
    price: "0.000003",
    price_per_token: 0.000003,
    max_cost_per_run: 0.06,
    tags: ["greeting", "hello"],
    features: ["Two tones"],
    use_cases: ["Welcoming visitors"],
    models: ["default"],
    examples: [{ name: "Ada", tone: "warm" }],
    version: 1,
    is_active: true,
    is_owner: true,
    framework: "stoa",
    agent_type: "python",
    typical_tokens: null,
  });
  expect(agent.input_params[0]).toMatchObject({ name: "name", type: "string", required: true });
  expect(agent.input_params[1]).toMatchObject({ name: "tone", choices: ["warm", "formal"], default: "warm" });
  const after = parseAnswer(AgentList, await client.get("/api/v1/agents/"));
  expect(after.total).toBe(before.total + 1);
  expect(after.agents.map(({ id }) => id)).toContain(agent.id);
  const seenByOthers = parseAnswer(Agent, await client.get(`/api/v1/agents/${agent.id}`));
  const { sponsor_limit_per_run, price_advice: _, ...shown } = agent;
  expect(sponsor_limit_per_run).toBe(0);
  expect(seenByOthers).toEqual({ ...shown, is_owner: false });
  const mine = parseAnswer(MyAgents, await client.get("/api/v1/agents/my-agents", { token }));
  expect(mine).toEqual({ agents: [agent], total: 1 });
  const stored = await sql<{ source: string; state: string; bytes: boolean }>`
    SELECT source, state, source_sha256 = sha256(convert_to(source, 'UTF8')) AS bytes
    FROM agent_versions WHERE agent_id = ${agent.id}`.execute(database.db);
  expect(stored.rows).toEqual([{ source: DECLARED, state: "listed", bytes: true }]);
});

test("the agent list and the agent page do not contain the source code", async () => {
  const { client } = server();
  const { token } = await client.register();
  const file = { name: "e.py", content: "def run(message):\n    return 'xyzzy-marker'\n" };
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form: uploadForm({ file }) });
  const { agent } = parseAnswer(UploadReply, answer);
  for (const path of ["/api/v1/agents", `/api/v1/agents/${agent.id}`])
    expect(JSON.stringify((await client.get(path)).body)).not.toContain("xyzzy-marker");
});

test("an upload of a plain Python file with an upper-case extension and no optional fields gets the defaults", async () => {
  const { client } = server();
  const { token } = await client.register();
  const form = uploadForm({
    fields: { category: null, price_per_token: null },
    file: {
      name: "C:\\agents\\Echo.PY",
      content: "def main(input_data):\n    return input_data['message']\n",
    },
  });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { agent } = parseAnswer(UploadReply, answer);
  expect(agent).toMatchObject({ category: "general", price: "0.0001", max_cost_per_run: 2 });
  expect(agent.input_params).toMatchObject([{ name: "message", type: "string", required: true }]);
});

test("the public API uploads, lists and reads agents with an API key only", async () => {
  const { client } = server();
  const { token } = await client.register();
  const { api_key: key } = Object((await client.get("/api/v1/users/me", { token })).body);
  const answer = await client.call("POST", "/api/v1/sdk/agents/upload", { key, form: uploadForm({}) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { agent } = parseAnswer(UploadReply, answer);
  expect(parseAnswer(Agent, await client.get(`/api/v1/sdk/agents/${agent.id}`, { key }))).toEqual(agent);
  const list = parseAnswer(AgentList, await client.get("/api/v1/sdk/agents", { key }));
  expect(list.agents.map(({ id }) => id)).toContain(agent.id);
  expect((await client.get("/api/v1/sdk/agents", { token })).status).toBe(401);
  expect((await client.get("/api/v1/sdk/agents")).status).toBe(401);
  const again = await client.call("POST", "/api/v1/agents/upload", {
    key,
    form: uploadForm({ fields: { name: "Second" } }),
  });
  expect(again.status, JSON.stringify(again.body)).toBe(201);
});

test("an inspection describes a file and stores nothing", async () => {
  const { client } = server();
  const { token } = await client.register();
  const form = new FormData();
  form.set("file", new Blob([DECLARED]), "greeter.py");
  const answer = await client.call("POST", "/api/v1/agents/inspect", { token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const report = parseAnswer(InspectReply, answer);
  expect(report.framework).toBe("stoa");
  expect(report.suggested).toEqual({ name: "Greeter", description: "Greets people by name." });
  expect(report.input_params.map(({ name }) => name)).toEqual(["name", "tone", "times"]);
  expect(report.checks.at(-1)).toMatchObject({ name: "trial_run", status: "skipped" });
  expect(parseAnswer(MyAgents, await client.get("/api/v1/agents/my-agents", { token })).total).toBe(0);
  const langchain = new FormData();
  langchain.set("file", new Blob(["from langchain_openai import ChatOpenAI\ndef run(m): ...\n"]), "chain.py");
  const refused = await client.call("POST", "/api/v1/agents/inspect", { token, form: langchain });
  expect(parseAnswer(InspectReply, refused)).toMatchObject({ framework: "langchain" });
});

const CLASS = `class SupportBot:
    def __init__(self, shop="Stoa"):
        self.shop = shop

    def answer(self, question: str) -> str:
        return f"{self.shop}: {question}"

print(SupportBot().answer("a try-out"))
`;
const LAMBDA = `import json

def lambda_handler(event, context):
    body = json.loads(event["body"])
    return {"statusCode": 200, "body": json.dumps({"greeting": "Hello " + body["name"]})}
`;
const CHAT = `def reply(text):
    return text.upper()

def main():
    while True:
        text = input("You: ")
        if text == "quit":
            break
        print(reply(text))

main()
`;

test.each([
  ["a class", CLASS, "Method answer of SupportBot, the only public method that takes text"],
  ["a Lambda handler", LAMBDA, "AWS Lambda handler lambda_handler: its event is the input"],
  [
    "a chat at a terminal",
    CHAT,
    "Function main: it reads the message with input(), and its printed output is the result",
  ],
])("%s is accepted as it is, and the upload names the chosen entry point", async (_, content, detail) => {
  const { client } = server();
  const { token } = await client.register();
  const form = uploadForm({ file: { name: "agent.py", content } });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { checks } = parseAnswer(UploadReply, answer);
  expect(checks.find(({ name }) => name === "entry_point")?.detail).toBe(detail);
});
