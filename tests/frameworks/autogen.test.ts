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
  },
});
afterAll(() => model.close());

const getSystemPrompt = (body: Record<string, unknown>): string => {
  const [first] = body.messages as { content: string }[];
  return first?.content ?? "";
};

describe("agents from AutoGen's documentation", () => {
  it("an assistant calls its tool and streams its answer", async () => {
    const agent = await upload(server(), "autogen/assistant_agent.py");
    expect(agent.recognized).toBe('AutoGen agent "agent"');
    model.play([{ tool: "get_weather", args: { city: "Rome" } }, "It is sunny in Rome."]);
    const outcome = await run(server(), agent, { message: "How is Rome?" });
    expect(outcome.output).toBe("It is sunny in Rome.");
    expect(outcome.streamed).toBe(outcome.output);
    expect(outcome.steps).toEqual([
      'tool_call weather_agent: get_weather({"city":"Rome"})',
      "tool_result get_weather: The weather in Rome is 73 degrees and Sunny.",
    ]);
    expect(model.calls).toHaveLength(2);
    expect(outcome.result).toMatchObject({ success: true, tokens_used: 240 });
  });

  it("a round-robin team in main revises the text until the critic approves", async () => {
    const agent = await upload(server(), "autogen/round_robin.py");
    expect(agent.recognized).toBe("Function main, which runs an AutoGen team; the message replaces its task");
    model.play(["Leaves fall", "Add a rhyme", "Leaves fall, that's all", "APPROVE"]);
    const outcome = await run(server(), agent, { message: "Write about leaves" });
    expect(outcome.output).toBe("APPROVE");
    expect(outcome.steps).toEqual([
      "message primary: Leaves fall",
      "message critic: Add a rhyme",
      "message primary: Leaves fall, that's all",
    ]);
    expect(JSON.stringify(model.calls[0])).toContain("Write about leaves");
    expect(JSON.stringify(model.calls)).not.toContain("fall season");
  });

  // runtime/python/tests/test_autogen.py runs such a team without a server.
  it.runIf(process.env.STOA_TEST_LONG)("a selector team lets its model choose the next speaker", async () => {
    const agent = await upload(server(), "autogen/selector_team.py");
    expect(agent.recognized).toBe('AutoGen team "team"');
    const speakers = ["PlanningAgent", "WebSearchAgent", "PlanningAgent"];
    const plans = ["WebSearchAgent: find the points", "Wade scored 1397 points. TERMINATE"];
    const searches = [{ tool: "search_web_tool", args: { query: "Wade 2006-2007" } }];
    model.play((body) => {
      if (getSystemPrompt(body).startsWith("Select an agent")) return speakers.shift() ?? "PlanningAgent";
      const part = getSystemPrompt(body).startsWith("You are a planning agent") ? plans : searches;
      return part.shift() ?? "nothing more";
    });
    const outcome = await run(server(), agent, { message: "How many points did Wade score in 2006-2007?" });
    expect(outcome.output).toBe("Wade scored 1397 points. TERMINATE");
    expect(outcome.steps).toContain(
      "tool_result search_web_tool: Dwyane Wade scored 1397 points in the 2006-2007 season.",
    );
    expect(speakers).toEqual([]);
  });

  it("structured output is returned as data", async () => {
    const agent = await upload(server(), "autogen/structured_agent.py");
    expect(agent.recognized).toBe("Function create_agent, which creates an AutoGen agent");
    const answer = { thoughts: "The person says so.", response: "happy" };
    model.play([JSON.stringify(answer)]);
    const outcome = await run(server(), agent, { message: "I am happy." });
    expect(outcome.output).toEqual(answer);
  });

  it("a swarm hands over to another agent and ends when the termination text appears", async () => {
    const agent = await upload(server(), "autogen/swarm_handoff.py");
    model.play([{ tool: "transfer_to_bob", args: {} }, "It is 1st January. TERMINATE"]);
    const outcome = await run(server(), agent, { message: "When was Bob born?" });
    expect(outcome.output).toBe("It is 1st January. TERMINATE");
    expect(outcome.steps.some((step) => step.startsWith("tool_call Alice: transfer_to_bob"))).toBe(true);
  });

  it("a failing provider fails the run without a charge", async () => {
    const agent = await upload(server(), "autogen/structured_agent.py");
    model.play([{ status: 400, message: "This model cannot do that." }]);
    const outcome = await run(server(), agent, { message: "I am happy." });
    expect(outcome.result).toMatchObject({ success: false, error: "agent_failed", cost: 0 });
  });
});
