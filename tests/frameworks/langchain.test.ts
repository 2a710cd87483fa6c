import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  followFrom,
  joinOutput,
  openRun,
  readEvents,
} from "../../server/src/modules/runs/live/event-reader.fixture.ts";
import { useTestServer } from "../harness/server.ts";
import { listImages, run, upload, uploadImage, uploadSource } from "./agents.ts";
import { startScriptedModel } from "./scripted-model.ts";

const model = await startScriptedModel();
const server = useTestServer({
  env: {
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: "sk-operators",
    STOA_MODEL_ALIASES: "claude-sonnet-4-5-20250929=gpt-4.1",
  },
});
afterAll(() => model.close());

/** The tests of the adapter run such agents without a server, so the short suite runs one for each feature. */
const LONG = Boolean(process.env.STOA_TEST_LONG);

const getLastMessage = (body: Record<string, unknown>): string => {
  const { content } = Object((body.messages as unknown[]).at(-1));
  return typeof content === "string" ? content : JSON.stringify(content);
};

describe("agents from LangChain's documentation", () => {
  it("a prompt chain gets its variables by name and streams its answer", async () => {
    const agent = await upload(server(), "langchain/prompt_chain.py");
    expect(agent.recognized).toBe('LangChain runnable "chain"');
    model.play(["Buongiorno a tutti voi"]);
    const outcome = await run(server(), agent, { language: "Italian", text: "Good morning to all of you" });
    expect(outcome.output).toBe("Buongiorno a tutti voi");
    expect(outcome.streamed).toBe(outcome.output);
    expect(model.calls).toHaveLength(1);
    expect(model.calls[0]).toMatchObject({
      model: "gpt-4o-mini",
      messages: [
        { role: "system", content: "You translate everything the user says into Italian." },
        { role: "user", content: "Good morning to all of you" },
      ],
    });
    expect(outcome.result).toMatchObject({ success: true, tokens_used: 120 });
  });

  it("a prompt chain shows its model the image that was sent with the variables", async () => {
    const file = await readFile(join(import.meta.dirname, "agents/langchain/prompt_chain.py"), "utf8");
    // Images have 33 times as many tokens with gpt-4o-mini, which would exceed the agent's maximum cost per run.
    const agent = await uploadSource(server(), "prompt_chain.py", file.replace("gpt-4o-mini", "gpt-4o"));
    const { as, id } = await uploadImage(server());
    model.play(["Un punto"]);
    const outcome = await run(server(), agent, { language: "Italian", text: "A dot", files: [id] }, { as });
    expect(outcome.output).toBe("Un punto");
    expect(model.calls.map(listImages)).toEqual([["data:image/png;base64,"]]);
    expect(getLastMessage(model.calls[0] ?? {})).toContain('{"type":"text","text":"A dot"}');
  });

  it("the model's output is visible while the run continues", async () => {
    const agent = await upload(server(), "langchain/prompt_chain.py");
    const caller = await server().client.register();
    let goOn: (value: unknown) => void = () => {};
    model.play([{ first: "Buon", until: new Promise((resolve) => (goOn = resolve)), last: "giorno" }]);
    const input = { language: "Italian", text: "Good morning" };
    const response = await openRun(server().url, caller.token, { agent_id: agent.id, input_data: input });
    const early = await readEvents(response, ({ event }) => event === "output");
    expect(joinOutput(early)).toBe("Buon");
    goOn(undefined);
    const runId = String(early[0]?.data.run_id);
    const rest = await followFrom(server().url, caller.token, runId, early.at(-1)?.id ?? "");
    const events = await readEvents(rest);
    expect(joinOutput(events)).toBe("giorno");
    expect(events.at(-1)?.data.agent_output).toBe("Buongiorno");
  });

  it("an agent calls its tool, reports it, and answers", async () => {
    const agent = await upload(server(), "langchain/tool_agent.py");
    expect(agent.recognized).toBe('LangChain agent "agent"');
    model.play([{ tool: "get_weather", args: { city: "Rome" } }, "It is sunny in Rome."]);
    const outcome = await run(server(), agent, { message: "How is Rome?" });
    expect(outcome.output).toBe("It is sunny in Rome.");
    expect(outcome.streamed).toBe(outcome.output);
    expect(outcome.steps).toEqual([
      'tool_call model: get_weather({"city": "Rome"})',
      "tool_result get_weather: It's always sunny in Rome!",
    ]);
    expect(model.calls).toHaveLength(2);
  });

  it("an agent for a Claude model runs unchanged on the model that replaces it", async () => {
    const agent = await upload(server(), "langchain/claude_agent.py");
    model.play([{ tool: "get_weather_for_location", args: { city: "Rome" } }, "Rome is sun-sational."]);
    const outcome = await run(server(), agent, { message: "How is Rome?" });
    expect(outcome.output).toBe("Rome is sun-sational.");
    expect(outcome.streamed).toBe(outcome.output);
    expect(outcome.steps).toEqual([
      'tool_call model: get_weather_for_location({"city": "Rome"})',
      "tool_result get_weather_for_location: It's always sunny in Rome!",
    ]);
    expect(model.calls[1]).toMatchObject({ model: "gpt-4.1", max_tokens: 1_000 });
    expect(outcome.result.tokens_used).toBe(240);
  });

  it.runIf(LONG)("a model's structured output is returned as data", async () => {
    const agent = await upload(server(), "langchain/structured_output.py");
    const movie = { title: "Inception", year: 2010, director: "Christopher Nolan" };
    model.play([JSON.stringify(movie)]);
    const outcome = await run(server(), agent, { message: "Inception" });
    expect(outcome.output).toEqual(movie);
    expect(model.calls[0]).toMatchObject({ model: "gpt-4.1", response_format: { type: "json_schema" } });
  });

  it("an agent's structured output is returned as data", async () => {
    const agent = await upload(server(), "langchain/structured_agent.py");
    const contact = { name: "Ada", email: "ada@example.com" };
    model.play([
      { tool: "look_up", args: { name: "Ada" } },
      { tool: "ContactInfo", args: contact },
    ]);
    const outcome = await run(server(), agent, { message: "Who is Ada?" });
    expect(outcome.output).toEqual(contact);
    expect(outcome.steps).toContain("tool_result look_up: Ada <ada@example.com>");
  });

  it("retrieval finds the text that answers the question", async () => {
    const agent = await upload(server(), "langchain/retrieval.py");
    model.play((body) =>
      getLastMessage(body).includes("three years") ? "Three years, bulbs excluded." : "I do not know.",
    );
    const outcome = await run(server(), agent, { message: "How long is the warranty of a lamp?" });
    expect(outcome.output).toBe("Three years, bulbs excluded.");
    expect(getLastMessage(model.calls[0] ?? {})).not.toContain("Parcels");
    expect(model.embeddings).toHaveLength(2);
    expect(outcome.result.tokens_used).toBe(30 + 30 + 120);
  });

  it("a graph loops until its evaluator approves", async () => {
    const agent = await upload(server(), "langchain/graph_loop.py");
    expect(agent.recognized).toBe('LangGraph graph "optimizer_workflow"');
    const grade = (value: string, feedback: string) => JSON.stringify({ grade: value, feedback });
    model.play(["Dull.", grade("not funny", "Be shorter"), "A cat walks in.", grade("funny", "")]);
    const outcome = await run(server(), agent, { topic: "Cats" });
    expect(outcome.output).toEqual({ joke: "A cat walks in.", funny_or_not: "funny" });
    expect(getLastMessage(model.calls[2] ?? {})).toContain("Be shorter");
    expect(outcome.steps.map((step) => step.split(":")[0])).toEqual([
      "message llm_call_generator",
      "message llm_call_evaluator",
      "message llm_call_generator",
    ]);
  });

  it.runIf(LONG).each([
    ["poem", "You write poems."],
    ["story", "You write stories."],
  ])("a graph branches to the %s", async (step, system) => {
    const agent = await upload(server(), "langchain/graph_branch.py");
    model.play([JSON.stringify({ step }), `A ${step} about cats`]);
    const outcome = await run(server(), agent, { input: `Write me a ${step} about cats` });
    expect(model.calls[1]).toMatchObject({ messages: [{ role: "system", content: system }, {}] });
    expect(outcome.output).toBe(`A ${step} about cats`);
    expect(outcome.streamed).toBe(outcome.output);
  });

  it("a chatbot graph with tools and memory streams its last message", async () => {
    const agent = await upload(server(), "langchain/chatbot_graph.py");
    model.play([{ tool: "multiply", args: { a: 6, b: 7 } }, "Six times seven is 42."]);
    const outcome = await run(server(), agent, { message: "6 times 7?" });
    expect(outcome.output).toBe("Six times seven is 42.");
    expect(outcome.streamed).toBe(outcome.output);
    expect(outcome.steps).toEqual([
      'tool_call chatbot: multiply({"a": 6, "b": 7})',
      "tool_result multiply: 42",
    ]);
  });

  it.runIf(LONG)("an async chain runs its branches in parallel", async () => {
    const agent = await upload(server(), "langchain/async_chain.py");
    model.play((body) => (getLastMessage(body).includes("joke") ? " a joke " : " a poem "));
    const outcome = await run(server(), agent, { topic: "bear" });
    expect(outcome.output).toEqual({ joke: "a joke", poem: "a poem" });
  });

  it("a functional workflow runs its tasks", async () => {
    const agent = await upload(server(), "langchain/functional_workflow.py");
    model.play(["A dull joke.", "A better joke!"]);
    const outcome = await run(server(), agent, { message: "dogs" });
    expect(outcome.output).toBe("A better joke!");
  });
});

describe("a failing provider", () => {
  it("is called again after a temporary error", async () => {
    const agent = await upload(server(), "langchain/prompt_chain.py");
    model.play([{ status: 500, message: "overloaded" }, "Ciao"]);
    const outcome = await run(server(), agent, { language: "Italian", text: "Hello" });
    expect(outcome.output).toBe("Ciao");
  });

  it("ends the run at its time limit, at no cost, if it never answers", async () => {
    const agent = await upload(server(), "langchain/prompt_chain.py");
    model.play([{ silent: true }]);
    const outcome = await run(server(), agent, { language: "Italian", text: "Hello" }, { timeout: 2 });
    expect(outcome.result).toMatchObject({ success: false, error: "provider_unavailable", cost: 0 });
  });

  it.each([
    [
      "refuses",
      { status: 400, message: "This model cannot do that." },
      "agent_failed",
      "This model cannot do that.",
    ],
    ["breaks off in the middle", { breaksAfter: "Buon" }, "provider_unavailable", "model"],
  ])("fails the run at no cost if it %s", async (_case, reply, error, word) => {
    const agent = await upload(server(), "langchain/prompt_chain.py");
    model.play([reply]);
    const outcome = await run(server(), agent, { language: "Italian", text: "Hello" });
    expect(outcome.result).toMatchObject({ success: false, error, cost: 0 });
    expect(outcome.result.detail).toContain(word);
  });
});
