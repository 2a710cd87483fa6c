import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LAUNCHERS, openTestRuntime, runAgent, type TestRuntime } from "./testing/runtime-fixture.ts";
import { getTestEnvironmentsDirectory } from "./testing/test-environments.ts";

// Real sandboxes need time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MIB = 1 << 20;
const limits = { memoryBytes: 512 * MIB, processes: 32 };
const environmentsDirectory = getTestEnvironmentsDirectory();

const found = await openTestRuntime({ environmentsDirectory, parents: "never" });
const { langchain, autogen } = found.runtimes;
const arePresent = langchain.getStatus().available && autogen.getStatus().available;
await found.close();

describe.runIf(arePresent)("with the packages of an environment", () => {
  let test: TestRuntime;
  const reports: string[] = [];

  async function answer(framework: "stoa" | "langchain" | "autogen", source: string) {
    const { receipt } = await runAgent(test.runtimes[framework], source, { limits });
    expect(receipt.error?.developerDetail).toBeUndefined();
    return receipt.output;
  }

  describe.each(LAUNCHERS)("in %s", (_name, parents) => {
    beforeAll(async () => {
      reports.length = 0;
      test = await openTestRuntime({
        environmentsDirectory,
        parents,
        report: (text) => void reports.push(text),
      });
    });
    afterAll(() => test.close());

    it.each([
      [
        "stoa",
        "import openai, httpx, pydantic\ndef main(message): return pydantic.TypeAdapter(int).validate_python('7')",
      ],
      [
        "langchain",
        "from langchain_core.prompts import ChatPromptTemplate\nfrom langchain_openai import ChatOpenAI\nmodel = ChatOpenAI(model='gpt-4o-mini')\ndef main(message): return len(ChatPromptTemplate.from_template('{a} b').invoke({'a': 'x'}).to_messages()) + 6",
      ],
      [
        "autogen",
        "from autogen_agentchat.agents import AssistantAgent\nfrom autogen_ext.models.openai import OpenAIChatCompletionClient\nagent = AssistantAgent('a', model_client=OpenAIChatCompletionClient(model='gpt-4o'))\ndef main(message): return len(agent.name) + 6",
      ],
    ] as const)("%s agents find their packages", async (framework, source) => {
      expect(await answer(framework, source)).toBe(7);
    });

    it("agents count tokens without a download", async () => {
      const source =
        "import tiktoken\ndef main(message): return len(tiktoken.encoding_for_model('gpt-4o').encode('hello world'))";
      expect(await answer("langchain", source)).toBe(2);
    });

    it.runIf(parents !== "never")(
      "forks generate different random numbers, including with numpy",
      async () => {
        const source =
          "import numpy, random\ndef main(message): return [float(numpy.random.random()), random.random()]";
        const draws = await Promise.all([1, 2, 3].map(() => answer("langchain", source)));
        expect(new Set(draws.flat()).size).toBe(6);
      },
    );

    it.runIf(parents !== "never")(
      "warmed-up clients reach this run's gateway with this run's token",
      async () => {
        const source = `
import asyncio, openai
from langchain_openai import ChatOpenAI
model = ChatOpenAI(model="gpt-4o-mini", max_retries=0)
async def main(message):
    async with openai.AsyncOpenAI(max_retries=0) as client:
        plain = await client.chat.completions.create(model="gpt-4o", messages=[{"role": "user", "content": "x"}])
    return [model.invoke("x").content, (await model.ainvoke("x")).content, plain.choices[0].message.content]
`;
        const gateway = createServer((request, response) => {
          const content = request.headers.authorization;
          response.setHeader("content-type", "application/json");
          response.end(
            JSON.stringify({
              id: "c",
              object: "chat.completion",
              created: 1,
              model: "m",
              choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
              usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
            }),
          );
        });
        const runs = ["token-1", "token-2"].map((runToken) =>
          runAgent(test.runtimes.langchain, source, {
            limits,
            runToken,
            connectGateway: (socket) => void gateway.emit("connection", socket),
          }),
        );
        const [first, second] = (await Promise.all(runs)).map(({ receipt }) => receipt);
        expect(first?.output, first?.error?.developerDetail).toEqual(Array(3).fill("Bearer token-1"));
        expect(second?.output).toEqual(Array(3).fill("Bearer token-2"));
      },
    );

    it("a warm sandbox has the same isolation as any other sandbox", async () => {
      const source = `
import os, sys
def main(message):
    worked = []
    for path in ("/environment/x", "/etc/passwd", "/host/control/parent"):
        try: open(path, "a"); worked.append(path)
        except OSError: pass
    return [worked, "/stoa" in sys.path, [name for name in os.environ if name.startswith(("WARM", "OPENBLAS"))]]
`;
      expect(await answer("langchain", source)).toEqual([[], false, []]);
    });

    it.runIf(parents !== "never")(
      "the packages in the documentation's examples are imported before a run",
      async () => {
        const loaded = (names: string) =>
          `import sys\nwere = [name in sys.modules for name in ${names}]\ndef main(message): return were`;
        expect(
          await answer("langchain", loaded('["langchain_openai", "langgraph.graph", "openai"]')),
        ).toEqual([true, true, true]);
        expect(
          await answer("autogen", loaded('["autogen_agentchat.agents", "autogen_ext.models.openai"]')),
        ).toEqual([true, true]);
      },
    );

    it("warm parents start without warnings", () => {
      expect(reports).toEqual([]);
    });
  });
});
