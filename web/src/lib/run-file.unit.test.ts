import { expect, it } from "vitest";
import { RESULT } from "./execution-result.fixture.ts";
import { answerFile, answerText } from "./run-file.ts";

const named = (agent_name: string) => ({ ...RESULT, metadata: { ...RESULT.metadata, agent_name } });

it("is Markdown if the answer is text, named after agent and run", async () => {
  const file = answerFile(named("Deep Research Agent!"));
  expect(file).toMatchObject({
    name: "deep-research-agent-01234567.md",
    type: "text/markdown;charset=utf-8",
  });
  expect(await file.text()).toBe("Hello there");
});

it("is JSON if the answer is not text", async () => {
  const file = answerFile({ ...RESULT, agent_output: { score: 1 } });
  expect(file).toMatchObject({ name: "a-01234567.json", type: "application/json;charset=utf-8" });
  expect(await file.text()).toBe('{\n  "score": 1\n}');
});

it("has a name even if the agent's name has no Latin letter, and no text if there is no answer", () => {
  expect(answerFile(named("研究"))).toMatchObject({ name: "agent-01234567.md" });
  expect(answerText({ ...RESULT, agent_output: null })).toBe("");
});
