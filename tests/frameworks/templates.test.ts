import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Agent, type Template, TemplateCatalog } from "@stoa/contract";
import { afterAll, describe, expect, it } from "vitest";
import { TEMPLATES } from "../../server/src/commands/paths.ts";
import { parseAnswer } from "../harness/client.ts";
import { useTestServer } from "../harness/server.ts";
import { type ListedAgent, run, upload, uploadSource } from "./agents.ts";
import { startScriptedModel } from "./scripted-model.ts";

const server = useTestServer();

const TEXT =
  "The ferry to the island stops in November for repairs. A bus replaces it twice a day. Tickets of the ferry are " +
  "valid on the bus. The harbour cafe stays open. Dogs may not travel on the bus.";

/** Downloads a template like a developer and uploads the unchanged file. */
async function uploadTemplate(id: string): Promise<ListedAgent & { template: Template; agent: Agent }> {
  const { client } = server();
  const { templates } = parseAnswer(TemplateCatalog, await client.get("/api/v1/templates/catalog"));
  const template = templates.find((one) => one.id === id);
  if (!template) throw new Error(`there is no template ${id}`);
  const response = await fetch(server().url + template.download_url);
  const listed = await uploadSource(server(), template.filename, await response.text());
  return { ...listed, template, agent: parseAnswer(Agent, await client.get(`/api/v1/agents/${listed.id}`)) };
}

/** Uploads a template and runs its example once. */
async function runTemplate(id: string) {
  const uploaded = await uploadTemplate(id);
  const { template, agent } = uploaded;
  expect(agent).toMatchObject({ framework: template.framework, agent_type: template.agent_type });
  const [example] = agent.examples;
  if (!example) throw new Error(`${id} has no example`);
  return { ...uploaded, ran: await run(server(), uploaded, example) };
}

/** Returns the number of sentences in an answer. Fails unless each sentence is part of the text. */
function countQuotes(output: unknown): number {
  const sentences = String(output).split(/(?<=\.) /);
  for (const sentence of sentences) expect(TEXT).toContain(sentence);
  return sentences.length;
}

it("every template without connectors or declared packages answers its own example and is charged", async () => {
  const { client } = server();
  const { templates } = parseAnswer(TemplateCatalog, await client.get("/api/v1/templates/catalog"));
  for (const { id, connectors, library } of templates) {
    if (connectors.length > 0 || library !== null) continue;
    const { ran: outcome } = await runTemplate(id);
    expect(outcome.result, id).toMatchObject({ success: true, status: "completed" });
    expect(outcome.result.cost, id).toBeGreaterThan(0);
    expect(outcome.output, id).toBeTruthy();
  }
});

it("the Python function measures text and returns a table or data", async () => {
  const listed = await uploadTemplate("stoa-python");
  expect(listed.recognized).toContain("run");
  expect(listed.agent.input_params).toMatchObject([
    { name: "message", type: "string", required: true, description: "The text." },
    { name: "answer", required: false, default: "table", choices: ["table", "data"] },
  ]);
  const table = await run(server(), listed, { message: TEXT });
  expect(table.output).toContain("| Words | 38 |\n| Sentences | 5 |\n| Paragraphs | 1 |");
  const data = await run(server(), listed, { message: "One two two.\n\nThree.", answer: "data" });
  expect(data.output).toEqual({
    words: 4,
    sentences: 2,
    paragraphs: 2,
    reading_seconds: 1,
    most_used: [
      ["two", 2],
      ["one", 1],
      ["three", 1],
    ],
  });
  const empty = await run(server(), listed, { message: "..." });
  expect(empty.result).toMatchObject({ success: false, cost: 0, detail: expect.stringContaining("no word") });
});

it("the function with a model sorts requests, urgent ones first, and streams its answer", async () => {
  const { ran: outcome } = await runTemplate("stoa-python-model");
  const rows = String(outcome.output)
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
  expect(rows).toHaveLength(3);
  expect(rows[0]).toEqual(["delivery", "yes", "My delivery has not arrived, and I need the parcel today."]);
  expect(rows.map(([team, , request]) => [team, request])).toContainEqual([
    "billing",
    "I was charged twice on my invoice.",
  ]);
  expect(outcome.streamed).toBe(outcome.output);
  // An answer that is not streamed has no chunks. On a busy machine, all chunks can arrive as a single chunk.
  expect(outcome.pieces).toBeGreaterThan(0);
});

it("the LangChain template is a chain with two inputs and answers from the text", async () => {
  const agent = await uploadTemplate("langchain-chain");
  expect(agent.recognized).toBe('LangChain runnable "chain"');
  const outcome = await run(server(), agent, { readers: "islanders", text: TEXT });
  expect(countQuotes(outcome.output)).toBe(3);
  expect(outcome.streamed).toBe(outcome.output);
  // An answer that is not streamed has no chunks. On a busy machine, all chunks can arrive as a single chunk.
  expect(outcome.pieces).toBeGreaterThan(0);
});

it("the LangGraph template answers from the notes and uses only figures that the notes contain", async () => {
  const agent = await uploadTemplate("langgraph-workflow");
  expect(agent.recognized).toContain('"graph"');
  expect(agent.agent.input_params).toMatchObject([
    { name: "question", type: "string", required: true, description: "What the customer asks." },
    { name: "notes", required: true },
    { name: "sentences", type: "integer", required: false },
  ]);
  const outcome = await run(server(), agent, { question: "When does the ferry stop?", notes: TEXT });
  expect(outcome.output).toBe("The ferry to the island stops in November for repairs.");
});

it("the AutoGen template is an agent that streams its answer", async () => {
  const agent = await uploadTemplate("autogen-assistant");
  expect(agent.recognized).toBe('AutoGen agent "agent"');
  const outcome = await run(server(), agent, { message: TEXT });
  expect(countQuotes(outcome.output)).toBe(2);
  expect(outcome.streamed).toBe(outcome.output);
  // An answer that is not streamed has no chunks. On a busy machine, all chunks can arrive as a single chunk.
  expect(outcome.pieces).toBeGreaterThan(0);
});

it("the AutoGen team's editor sends back drafts that are too long", async () => {
  const agent = await uploadTemplate("autogen-team");
  expect(agent.recognized).toContain('"team"');
  expect(countQuotes((await run(server(), agent, { message: TEXT })).output)).toBe(2);
  const ports = Array.from({ length: 100 }, (_, n) => `port${n}`).join(", ");
  const outcome = await run(server(), agent, {
    message: `The ferry calls at ${ports} and then it turns back.`,
  });
  expect(outcome.steps.filter((step) => step.includes("At most 60 words"))).toHaveLength(1);
  expect(outcome.output).toMatch(/^The ferry calls at port0, /);
  expect(String(outcome.output).split(" ").length).toBeLessThanOrEqual(60);
});

it("the template without code fills its form from the invitation", async () => {
  const { ran: outcome } = await runTemplate("declarative-form");
  expect(outcome.output).toMatchObject({
    title: expect.any(String),
    date: expect.stringContaining("12 July 2026"),
    place: expect.stringContaining("Berlin"),
    price: expect.stringContaining("5 EUR"),
    remarks: expect.any(Array),
  });
});

describe("with a language model that ignores its instructions", async () => {
  const model = await startScriptedModel();
  const beside = useTestServer({
    env: { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "sk-operators", STOA_DEFAULT_MODEL: "gpt-4o" },
  });
  afterAll(() => model.close());

  const runFile = async (filename: string, input: object) => {
    const source = await readFile(join(TEMPLATES, filename), "utf8");
    return run(beside(), await uploadSource(beside(), filename, source), input);
  };

  it("the AutoGen team ends after three drafts and shortens the last one", async () => {
    model.play(() => "ferry ".repeat(80).trim());
    const outcome = await runFile("autogen-team.py", { message: TEXT });
    expect(model.calls).toHaveLength(3);
    expect(outcome.output).toBe(`${"ferry ".repeat(60)}…`);
  });

  it("the LangGraph template asks three times, then returns the answer and lists the invented figures", async () => {
    model.play(() => "It stops on day 17.");
    const outcome = await runFile("langgraph-agent.py", { question: "When?", notes: TEXT });
    expect(model.calls).toHaveLength(3);
    expect(outcome.output).toBe(
      "A person should answer this. The drafts named figures that are not in the notes: 17",
    );
  });

  it("the function with a model says which requests were not sorted, and continues", async () => {
    model.play(({ messages }) =>
      JSON.stringify(messages).includes("Which team")
        ? { status: 400, message: "I will not" }
        : "Two requests came in.",
    );
    const outcome = await runFile("stoa-model-agent.py", { message: "One | two\nIt is due today." });
    expect(outcome.output).toBe(
      "| Team | Urgent | Request |\n| --- | --- | --- |\n| other | no | One / two |\n| other | no | It is due today. |\n\nTwo requests came in.",
    );
  });
});

it.each([
  ["LangChain", "langchain/tool_agent.py"],
  ["AutoGen", "autogen/assistant_agent.py"],
])(
  "a %s file that names an unavailable model is refused with the names of the available models",
  async (_name, path) => {
    await expect(upload(server(), path)).rejects.toThrow(
      /does not offer the model [\w.:-]+\. Use one that it offers \(default, stoa-basic\)/,
    );
  },
);
