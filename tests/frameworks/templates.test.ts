import { expect, it } from "vitest";
import { useTestServer } from "../harness/server.ts";
import { run, upload } from "./agents.ts";
import { uploadSeedFile } from "./samples.ts";

const server = useTestServer();

const TEXT =
  "The ferry to the island stops in November for repairs. A bus replaces it twice a day. Tickets of the ferry are " +
  "valid on the bus. The harbour cafe stays open. Dogs may not travel on the bus.";

/** How many sentences an answer has, all of them the text's own. */
function quoted(output: unknown): number {
  const sentences = String(output).split(/(?<=\.) /);
  for (const sentence of sentences) expect(TEXT).toContain(sentence);
  return sentences.length;
}

it("the LangChain template is a chain with two fields that answers from the text", async () => {
  const agent = await uploadSeedFile(server(), "templates", "langchain-agent");
  expect(agent.recognised).toBe('LangChain runnable "chain"');
  const ran = await run(server(), agent, { readers: "islanders", text: TEXT });
  expect(quoted(ran.output)).toBe(3);
  expect(ran.streamed).toBe(ran.output);
  expect(ran.pieces).toBeGreaterThan(1);
});

it("the AutoGen template is an agent that streams its answer", async () => {
  const agent = await uploadSeedFile(server(), "templates", "autogen-agent");
  expect(agent.recognised).toBe('AutoGen agent "agent"');
  const ran = await run(server(), agent, { message: TEXT });
  expect(quoted(ran.output)).toBe(2);
  expect(ran.streamed).toBe(ran.output);
  expect(ran.pieces).toBeGreaterThan(1);
});

it.each([
  ["LangChain", "langchain/tool_agent.py"],
  ["AutoGen", "autogen/assistant_agent.py"],
])("a %s file that names a model of a provider fails with the names that there are", async (_name, path) => {
  const ran = await run(server(), await upload(server(), path), { message: "How is Rome?" });
  expect(ran.result).toMatchObject({ success: false, error: "agent_failed", cost: 0 });
  expect(ran.result.detail).toMatch(
    /The model "[\w.-]+" does not exist here\. There is: default, stoa-basic/,
  );
});
