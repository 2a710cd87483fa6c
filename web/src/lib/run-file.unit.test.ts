import { expect, it } from "vitest";
import { RESULT } from "./execution-result.fixture.ts";
import { createAnswerFile, getAnswerText } from "./run-file.ts";

const createResult = (agent_name: string) => ({ ...RESULT, metadata: { ...RESULT.metadata, agent_name } });

it("a text answer is a Markdown file that is named after agent and run", async () => {
  const file = createAnswerFile(createResult("Deep Research Agent!"));
  expect(file).toMatchObject({
    name: "deep-research-agent-01234567.md",
    type: "text/markdown;charset=utf-8",
  });
  expect(await file.text()).toBe("Hello there");
});

it("the file is JSON if the answer is not text", async () => {
  const file = createAnswerFile({ ...RESULT, agent_output: { score: 1 } });
  expect(file).toMatchObject({ name: "a-01234567.json", type: "application/json;charset=utf-8" });
  expect(await file.text()).toBe('{\n  "score": 1\n}');
});

it("the file has a name even if the agent's name has no Latin letters", () => {
  expect(createAnswerFile(createResult("研究"))).toMatchObject({ name: "agent-01234567.md" });
  expect(getAnswerText({ ...RESULT, agent_output: null })).toBe("");
});
