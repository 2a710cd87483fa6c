import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, InspectReply, MyAgents, Problem, UploadReply } from "@stoa/contract";
import type { Updateable } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import type { Agents } from "../../../platform/db/schema.gen.ts";
import { createRunnableAgents } from "../agents/runnable-agents.ts";
import { type AgentOptions, findAccountId, someAccount, someAgent } from "../catalog.fixture.ts";
import { uploadForm } from "../catalog-server.fixture.ts";

/** These tests upload declarative agents, which need no Python. */
const server = useTestServer({ env: { STOA_PYTHON: "/nonexistent/python3" } });

const TEXT = { name: "text", type: "string", required: true, description: "" } as const;
const TONE = { name: "tone", type: "string", required: false, description: "", default: "kind" } as const;
const ids = { summarizer: 0, translator: 0, anything: 0 };

async function stranger(options: AgentOptions): Promise<number> {
  const { db } = server();
  return someAgent(db, (await someAccount(db)).accountId, options);
}

beforeAll(async () => {
  ids.summarizer = await stranger({ name: "Summarizer", content: { inputs: [TEXT, TONE] } });
  ids.translator = await stranger({ name: "Translator", price: 0n });
  const entry = { name: "run", kind: "function", takes: "input_data" } as const;
  ids.anything = await stranger({ name: "Anything", content: { entry, inputs: [] } });
});

const calling = (name: string, agent: number, properties?: object) => ({
  type: "agent",
  name,
  description: `Asks ${name}`,
  agent,
  ...(properties && { input: { type: "object", properties } }),
});

/** Returns a file with one field per line, as people write them. */
function declaring(tools: object[]): string {
  const declared = { stoa: 1, name: "Editor", description: "Edits.", instructions: "Edit the text.", tools };
  return JSON.stringify(declared, null, 2);
}

async function upload(tools: object[]) {
  const { client } = server();
  const { token, username } = await client.register();
  const content = declaring(tools);
  const form = uploadForm({ file: { name: "editor.json", content } });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  return { answer, token, username, lines: content.split("\n") };
}

test("called agents are checked, stored with the version and shown with their prices", async () => {
  const { client, db } = server();
  const { answer, token } = await upload([
    calling("summarize", ids.summarizer, { text: { type: "string" }, tone: { const: "short" } }),
    calling("translate", ids.translator),
    calling("summarize_kindly", ids.summarizer, { text: { type: "string" } }),
    calling("anything", ids.anything, { colour: { type: "string" } }),
  ]);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { agent, checks } = parseAnswer(UploadReply, answer);
  expect(checks.find(({ name }) => name === "agents")).toEqual({
    name: "agents",
    label: "Other agents",
    status: "passed",
    detail:
      "Calls 3 agents: Summarizer (0.0001 USD per token), Translator (free), Anything (0.0001 USD per token)",
  });
  const called = [
    { id: ids.summarizer, name: "Summarizer", price_per_token: 0.0001 },
    { id: ids.translator, name: "Translator", price_per_token: 0 },
    { id: ids.anything, name: "Anything", price_per_token: 0.0001 },
  ];
  expect(agent.called_agents).toEqual(called);
  expect(parseAnswer(Agent, await client.get(`/api/v1/agents/${agent.id}`)).called_agents).toEqual(called);
  const mine = parseAnswer(MyAgents, await client.get("/api/v1/agents/my-agents", { token }));
  expect(mine.agents[0]?.called_agents).toEqual(called);
  const runnable = createRunnableAgents(db, async () => "free");
  const caller = await someAccount(db);
  expect(await runnable.find(agent.id, { callerAccountId: caller.accountId })).toMatchObject({
    calledAgents: [ids.summarizer, ids.translator, ids.anything],
  });
});

test("an inspection and an upload report that an agent calls no other agents", async () => {
  const { client } = server();
  const { token } = await client.register();
  const form = new FormData();
  form.set("file", new Blob([declaring([])]), "editor.json");
  const answer = await client.call("POST", "/api/v1/agents/inspect", { token, form });
  const { checks } = parseAnswer(InspectReply, answer);
  expect(checks.find(({ name }) => name === "agents")).toMatchObject({
    status: "passed",
    detail: "Calls no other agents",
  });
});

async function expectRefused(tools: object[], detail: string, onLine: string) {
  const { answer, token, lines } = await upload(tools);
  const { client } = server();
  expect(answer.status, JSON.stringify(answer.body)).toBe(400);
  const problem = parseAnswer(Problem, answer);
  expect(problem.error).toBe("upload_refused");
  expect(problem.detail).toContain(detail);
  const check = problem.checks?.find(({ name }) => name === "agents");
  expect(check).toMatchObject({ status: "failed", detail: problem.detail });
  expect(problem.detail).toMatch(new RegExp(`^Line ${check?.line}: `));
  expect(lines[(check?.line ?? 0) - 1]).toContain(onLine);
  expect(problem.checks?.find(({ name }) => name === "trial_run")?.status).toBe("skipped");
  expect(parseAnswer(MyAgents, await client.get("/api/v1/agents/my-agents", { token })).total).toBe(0);
}

test.each([4_242, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER])(
  "a call to the unknown agent %i is refused",
  async (id) => {
    const detail = `field "tools[1].agent": agent ${id} does not exist or is not public and active`;
    await expectRefused([calling("translate", ids.translator), calling("x", id)], detail, `"agent": ${id}`);
  },
);

test.each<[string, Updateable<Agents>]>([
  ["private", { visibility: "private" }],
  ["switched off", { is_active: false }],
])(
  "a call to an agent that is %s is refused as if it did not exist, and agents that already call it no longer show its name",
  async (_, change) => {
    const { client, db } = server();
    const id = await stranger({ name: "Passing" });
    const { answer } = await upload([calling("pass", id)]);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    await db.updateTable("agents").set(change).where("id", "=", id).execute();
    await expectRefused(
      [calling("pass", id)],
      `agent ${id} does not exist or is not public and active`,
      `"agent": ${id}`,
    );
    const shown = await client.get(`/api/v1/agents/${parseAnswer(UploadReply, answer).agent.id}`);
    expect(parseAnswer(Agent, shown).called_agents).toEqual([{ id, name: null, price_per_token: null }]);
  },
);

test("a call to an agent that is no longer listed is refused", async () => {
  const { db } = server();
  const id = await stranger({ name: "Withdrawn" });
  await db.updateTable("agent_versions").set({ state: "suspended" }).where("agent_id", "=", id).execute();
  await expectRefused(
    [calling("x", id)],
    `agent ${id} does not exist or is not public and active`,
    `"agent": ${id}`,
  );
});

test("refuses a call to the owner's private agent, because callers of the new agent could not run it", async () => {
  const { client, db } = server();
  const { token, username } = await client.register();
  const id = await someAgent(db, await findAccountId(db, username), { name: "Mine" });
  await db.updateTable("agents").set({ visibility: "private" }).where("id", "=", id).execute();
  const form = uploadForm({ file: { name: "editor.json", content: declaring([calling("mine", id)]) } });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(answer.status).toBe(400);
  expect(parseAnswer(Problem, answer).detail).toContain(
    "Callers must be able to run every agent that yours calls",
  );
});

test("an input that the called agent does not have is refused, with the list of its inputs", async () => {
  await expectRefused(
    [calling("summarize", ids.summarizer, { text: {}, length: {} })],
    'field "tools[0].agent": Summarizer has no input "length". Its inputs: text, tone',
    `"agent": ${ids.summarizer}`,
  );
});

test("a missing input that the called agent requires is refused", async () => {
  await expectRefused(
    [calling("summarize", ids.summarizer, { tone: {} })],
    `field "tools[0].agent": Summarizer requires "text". Add it to the properties of the tool's input`,
    `"agent": ${ids.summarizer}`,
  );
});

test("samples may call one another, but not themselves", async () => {
  const directory = await mkdtemp(join(tmpdir(), "stoa-calling-samples-"));
  const sample = (slug: string) => ({
    slug,
    file: `${slug}.json`,
    name: slug,
    category: "general",
    price_per_token: "0.0001",
    description: "Edits.",
    documentation: "Edits.",
  });
  const write = (slug: string, tools: object[]) =>
    writeFile(join(directory, `${slug}.json`), declaring(tools));
  try {
    await writeFile(
      join(directory, "agents.json"),
      JSON.stringify({ agents: [sample("first"), sample("second")] }),
    );
    await write("first", []);
    await write("second", [calling("first", 1)]);
    expect((await server().seed(directory)).created).toEqual(["first", "second"]);
    const shown = parseAnswer(Agent, await server().client.get("/api/v1/agents/2"));
    expect(shown.called_agents).toEqual([{ id: 1, name: "first", price_per_token: 0.0001 }]);
    await write("second", [calling("second", 2)]);
    await expect(server().seed(directory)).rejects.toThrow("an agent cannot call itself");
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
