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

describe("agents that use their provider's own client", () => {
  it("stream OpenAI's responses", async () => {
    const agent = await upload(server(), "plain/openai_responses.py");
    model.play(["Arr, no semicolons there be"]);
    const ran = await run(server(), agent, { message: "Are semicolons optional?" });
    expect(ran.output).toBe("Arr, no semicolons there be");
    expect(ran.streamed).toBe(ran.output);
    expect(model.calls[0]).toMatchObject({
      model: "gpt-5",
      messages: [
        { role: "system", content: "You are a coding assistant that talks like a pirate." },
        { role: "user", content: "Are semicolons optional?" },
      ],
    });
    expect(ran.result.tokens_used).toBe(120);
  });

  it("parse data from OpenAI's chat completions", async () => {
    const agent = await upload(server(), "plain/openai_chat.py");
    const event = { name: "Science fair", date: "Friday", participants: ["Alice", "Bob"] };
    model.play([JSON.stringify(event)]);
    const ran = await run(server(), agent, { message: "Alice and Bob go to a science fair on Friday." });
    expect(ran.output).toEqual(event);
  });

  it("stream Anthropic's messages", async () => {
    const agent = await upload(server(), "plain/anthropic_messages.py");
    model.play(["Hello to you too"]);
    const ran = await run(server(), agent, { message: "Hello, Claude" });
    expect(ran.output).toBe("Hello to you too");
    expect(ran.streamed).toBe(ran.output);
  });

  it("use a tool through OpenAI's responses in a LangChain agent", async () => {
    const agent = await upload(server(), "langchain/responses_agent.py");
    model.play([{ tool: "multiply", args: { a: 6, b: 7 } }, "It is 42."]);
    const ran = await run(server(), agent, { message: "6 times 7?" });
    expect(ran.output).toBe("It is 42.");
    expect(ran.streamed).toBe(ran.output);
    expect(ran.steps).toContain("tool_result multiply: 42");
    expect(model.calls[1]).toMatchObject({
      messages: [{}, { tool_calls: [{}] }, { role: "tool", content: "42" }],
    });
  });
});
