import { afterAll, describe, expect, it } from "vitest";
import { useTestServer } from "../harness/server.ts";
import { run, upload } from "./agents.ts";
import { startScriptedModel } from "./scripted-model.ts";

const model = await startScriptedModel();
const server = useTestServer({
  env: {
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: "sk-operators",
    STOA_MODELS: "gpt-4o-2024-08-06=2.50/10",
    STOA_MODEL_ALIASES: "claude-sonnet-4-5=gpt-4.1",
  },
});
afterAll(() => model.close());

describe("an agent that uses its provider's own client", () => {
  it("streams from OpenAI's Responses API", async () => {
    const agent = await upload(server(), "plain/openai_responses.py");
    model.play(["Arr, no semicolons there be"]);
    const outcome = await run(server(), agent, { message: "Are semicolons optional?" });
    expect(outcome.output).toBe("Arr, no semicolons there be");
    expect(outcome.streamed).toBe(outcome.output);
    expect(model.calls[0]).toMatchObject({
      model: "gpt-5",
      messages: [
        { role: "system", content: "You are a coding assistant that talks like a pirate." },
        { role: "user", content: "Are semicolons optional?" },
      ],
    });
    expect(outcome.result.tokens_used).toBe(120);
  });

  // The official clients send such calls to the gateway in tests/clients, too.
  it.runIf(process.env.STOA_TEST_LONG)("parses data from OpenAI's Chat Completions API", async () => {
    const agent = await upload(server(), "plain/openai_chat.py");
    const event = { name: "Science fair", date: "Friday", participants: ["Alice", "Bob"] };
    model.play([JSON.stringify(event)]);
    const outcome = await run(server(), agent, { message: "Alice and Bob go to a science fair on Friday." });
    expect(outcome.output).toEqual(event);
  });

  it("streams from Anthropic's Messages API", async () => {
    const agent = await upload(server(), "plain/anthropic_messages.py");
    model.play(["Hello to you too"]);
    const outcome = await run(server(), agent, { message: "Hello, Claude" });
    expect(outcome.output).toBe("Hello to you too");
    expect(outcome.streamed).toBe(outcome.output);
  });

  it("uses a tool through OpenAI's Responses API with LangChain", async () => {
    const agent = await upload(server(), "langchain/responses_agent.py");
    model.play([{ tool: "multiply", args: { a: 6, b: 7 } }, "It is 42."]);
    const outcome = await run(server(), agent, { message: "6 times 7?" });
    expect(outcome.output).toBe("It is 42.");
    expect(outcome.streamed).toBe(outcome.output);
    expect(outcome.steps).toContain("tool_result multiply: 42");
    expect(model.calls[1]).toMatchObject({
      messages: [{}, { tool_calls: [{}] }, { role: "tool", content: "42" }],
    });
  });
});
