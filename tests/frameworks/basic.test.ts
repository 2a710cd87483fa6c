import { describe, expect, it } from "vitest";
import { useTestServer } from "../harness/server.ts";
import { run, upload } from "./agents.ts";

const NAMES = ["gpt-4o", "gpt-4o-mini", "gpt-5-mini", "text-embedding-3-small"];
const server = useTestServer({
  env: { STOA_MODEL_ALIASES: NAMES.map((name) => `${name}=stoa-basic`).join(",") },
});

describe("without a provider, when stoa-basic answers calls to every model", () => {
  it("retrieval answers from the text that it finds", async () => {
    const agent = await upload(server(), "langchain/retrieval.py");
    const outcome = await run(server(), agent, { message: "How long is the warranty of a lamp?" });
    expect(outcome.output).toContain("three years");
    expect(outcome.result.tokens_used).toBeGreaterThan(0);
  });

  it("a LangChain agent, an AutoGen agent and structured output complete", async () => {
    const tool = await upload(server(), "langchain/tool_agent.py");
    expect((await run(server(), tool, { message: "How is Rome?" })).result.success).toBe(true);
    const assistant = await upload(server(), "autogen/assistant_agent.py");
    expect((await run(server(), assistant, { message: "How is Rome?" })).result.success).toBe(true);
    const structured = await upload(server(), "autogen/structured_agent.py");
    const outcome = await run(server(), structured, { message: "I am happy." });
    expect(Object.keys(Object(outcome.output))).toEqual(["thoughts", "response"]);
  });
});
