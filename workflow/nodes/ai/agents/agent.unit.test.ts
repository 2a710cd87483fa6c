import { describe, expect, it } from "vitest";
import { createMemoryStorage } from "../../../testing/scripted-services.ts";
import { MODEL, runAi } from "../ai-file.fixture.ts";
import { createScriptedModels } from "../scripted-models.fixture.ts";

const CALCULATOR = { name: "Calculator", type: "toolCalculator", kind: "ai_tool" };
const MEMORY = { name: "Memory", type: "memoryBufferWindow", kind: "ai_memory", version: 1.3 };

const buildParser = (parameters: object, version = 1.2) => ({
  name: "Parser",
  type: "outputParserStructured",
  kind: "ai_outputParser",
  version,
  parameters: parameters as Record<string, string>,
});

const getMessages = (request: { body: Record<string, unknown> } | undefined) =>
  request?.body.messages as { role: string; content: unknown }[];

describe("AI Agent", () => {
  it.each([1.7, 1.9, 2.2, 3.1])("streams its answer to the chat message in version %s", async (version) => {
    const { gateway, requests } = createScriptedModels("Hello to you.");
    const ran = await runAi({ node: { type: "agent", version }, subNodes: [MODEL], services: { gateway } });
    expect(ran.error).toBeUndefined();
    expect(ran.nodes.Tested).toEqual([[{ output: "Hello to you." }]]);
    expect(ran.streamed).toBe("Hello to you.");
    expect(requests[0]?.body.model).toBe("gpt-4o-mini");
    expect(getMessages(requests[0])).toEqual([
      { role: "system", content: "You are a helpful assistant" },
      { role: "user", content: "Hello" },
    ]);
  });

  it("uses its own prompt and system message", async () => {
    const { gateway, requests } = createScriptedModels("Yes.");
    const parameters = {
      promptType: "define",
      text: "=Is {{ $json.chatInput }} a word?",
      options: { systemMessage: "=Say yes or no. {{ $json.sessionId }}" },
    };
    const ran = await runAi({
      node: { type: "agent", version: 2.1, parameters },
      subNodes: [MODEL],
      services: { gateway },
    });
    expect(ran.nodes.Tested).toEqual([[{ output: "Yes." }]]);
    expect(getMessages(requests[0]).map(({ content }) => content)).toEqual([
      "Say yes or no. s1",
      "Is Hello a word?",
    ]);
  });

  it("calls tools until it can answer, and returns the tool calls if requested", async () => {
    const { gateway, requests } = createScriptedModels(
      { calls: [{ name: "calculator", args: { input: "6*7" }, id: "call_a" }] },
      "It is 42.",
    );
    const ran = await runAi({
      node: { type: "agent", version: 1.8, parameters: { options: { returnIntermediateSteps: true } } },
      subNodes: [MODEL, CALCULATOR],
      services: { gateway },
    });
    expect(ran.nodes.Tested).toEqual([
      [
        {
          output: "It is 42.",
          intermediateSteps: [
            {
              action: {
                tool: "calculator",
                toolInput: { input: "6*7" },
                log: 'Calling calculator with input: {"input":"6*7"}',
                toolCallId: "call_a",
                type: "tool_call",
              },
              observation: "42",
            },
          ],
        },
      ],
    ]);
    expect(ran.steps.map(({ kind, source, text }) => [kind, source, text])).toEqual([
      ["tool_call", "calculator", '{"input":"6*7"}'],
      ["tool_result", "calculator", "42"],
    ]);
    expect(getMessages(requests[1]).at(-1)).toEqual({ role: "tool", tool_call_id: "call_a", content: "42" });
  });

  it("returns an object if an output parser is connected", async () => {
    const { gateway, requests } = createScriptedModels('```json\n{"output":{"city":"Ghent","extra":1}}\n```');
    const ran = await runAi({
      node: { type: "agent", version: 2, parameters: { hasOutputParser: true } },
      subNodes: [MODEL, buildParser({ jsonSchemaExample: '{"city":"Paris"}' })],
      services: { gateway },
    });
    expect(ran.nodes.Tested).toEqual([[{ output: { city: "Ghent" } }]]);
    expect(ran.streamed).toBe("");
    expect(requests[0]?.body.response_format).toMatchObject({ type: "json_schema" });
  });

  it.each([1, 1.2])("uses n8n's default schema if the parser %s declares none", async (version) => {
    const { gateway } = createScriptedModels('{"output":{"state":"Flanders","cities":["Ghent"]}}');
    const ran = await runAi({
      node: { type: "agent", version: 2.2, parameters: { hasOutputParser: true } },
      subNodes: [MODEL, buildParser({}, version)],
      services: { gateway },
    });
    expect(ran.error).toBeUndefined();
    expect(ran.nodes.Tested).toEqual([[{ output: { state: "Flanders", cities: ["Ghent"] } }]]);
  });

  it("offers the output schema as a tool if it has tools", async () => {
    const { gateway, requests } = createScriptedModels({
      calls: [{ name: "format_final_json_response", args: { output: { city: "Ghent" } } }],
    });
    const ran = await runAi({
      node: { type: "agent", version: 2.2, parameters: { hasOutputParser: true } },
      subNodes: [MODEL, CALCULATOR, buildParser({ jsonSchemaExample: '{"city":"Paris"}' }, 1.3)],
      services: { gateway },
    });
    expect(ran.nodes.Tested).toEqual([[{ output: { city: "Ghent" } }]]);
    expect(requests[0]?.body.response_format).toBeUndefined();
  });

  it("remembers only the messages of its own session", async () => {
    const services = (turn: string) => ({ ...createScriptedModels(turn), storage });
    const storage = createMemoryStorage();
    const say = (chatInput: string, sessionId: string, { gateway, storage }: ReturnType<typeof services>) =>
      runAi({
        node: { type: "agent", version: 2.2 },
        subNodes: [MODEL, MEMORY],
        input: { chatInput, sessionId },
        services: { gateway, storage: storage },
      });
    await say("I am Ada", "one", services("Hello Ada"));
    const again = services("You are Ada");
    await say("Who am I?", "one", again);
    expect(getMessages(again.requests[0]).map(({ content }) => content)).toEqual([
      "You are a helpful assistant",
      "I am Ada",
      "Hello Ada",
      "Who am I?",
    ]);
    const other = services("I do not know");
    await say("Who am I?", "two", other);
    expect(getMessages(other.requests[0])).toHaveLength(2);
  });

  it.each([
    [2.2, [[{ output: "Agent stopped due to max iterations." }]], undefined],
    [
      3,
      undefined,
      "Max iterations (2) reached. The agent could not complete the task within the allowed number of iterations.",
    ],
  ])("reports in version %s that it reached its iteration limit", async (version, output, message) => {
    const call = { calls: [{ name: "calculator", args: { input: "1" } }] };
    const { gateway } = createScriptedModels(call, call, call);
    const ran = await runAi({
      node: { type: "agent", version, parameters: { options: { maxIterations: 2 } } },
      subNodes: [MODEL, CALCULATOR],
      services: { gateway },
    });
    if (output) expect(ran.nodes.Tested).toEqual(output);
    expect(ran.error?.message).toBe(message);
  });

  it("calls the fallback model if the first model fails", async () => {
    const { gateway, requests } = createScriptedModels(
      { refused: 503, message: "overloaded" },
      "From the second.",
    );
    const second = { ...MODEL, name: "Second", parameters: { model: "gpt-4.1" }, input: 1 };
    const ran = await runAi({
      node: { type: "agent", version: 2.1, parameters: { needsFallback: true } },
      subNodes: [MODEL, second],
      services: { gateway },
    });
    expect(ran.nodes.Tested).toEqual([[{ output: "From the second." }]]);
    expect(requests.map(({ body }) => body.model)).toEqual(["gpt-4o-mini", "gpt-4.1"]);
  });

  it("fails with the gateway's reason if its model is not available, and does not use another model", async () => {
    const refused = { refused: 404, message: 'This server does not offer the model "gemini-2.5-pro".' };
    const { gateway, requests } = createScriptedModels(refused, "Another model's answer.");
    const gemini = {
      name: "Gemini",
      type: "lmChatGoogleGemini",
      kind: "ai_languageModel",
      parameters: {
        modelName: "models/gemini-2.5-pro-preview-05-06",
        options: { temperature: 0.2, maxOutputTokens: 100 },
      },
    };
    const ran = await runAi({
      node: { type: "agent", version: 2 },
      subNodes: [gemini],
      services: { gateway },
    });
    expect(ran.nodes.Tested).toBeUndefined();
    expect(ran.error?.message).toContain("does not offer the model");
    expect(requests.map(({ body }) => body.model)).toEqual(["models/gemini-2.5-pro-preview-05-06"]);
    expect(requests[0]?.body).toMatchObject({ temperature: 0.2, max_completion_tokens: 100 });
  });

  it("uses the default model if the model node does not name one", async () => {
    const { gateway, requests } = createScriptedModels("The operator's choice.");
    const unnamed = { name: "Model", type: "lmChatOpenAi", kind: "ai_languageModel", parameters: {} };
    await runAi({ node: { type: "agent", version: 2 }, subNodes: [unnamed], services: { gateway } });
    expect(requests.map(({ body }) => body.model)).toEqual(["default"]);
  });

  it("returns an error item if its model fails and the node continues on errors", async () => {
    const { gateway } = createScriptedModels({ refused: 400, message: "too long" });
    const ran = await runAi({
      node: { type: "agent", version: 2, onError: "continueRegularOutput" },
      subNodes: [MODEL],
      services: { gateway },
    });
    expect(ran.nodes.Tested).toEqual([[{ error: "too long" }]]);
  });

  it.each([
    [
      "without a model",
      { type: "agent", version: 2 },
      [],
      "A Chat Model sub-node must be connected and enabled",
    ],
    [
      "for a database",
      { type: "agent", version: 1.6, parameters: { agent: "sqlAgent" } },
      [MODEL],
      "SQL Agent",
    ],
    [
      "without a prompt",
      { type: "agent", version: 2, parameters: { promptType: "define", text: "" } },
      [MODEL],
      "'text' parameter is empty",
    ],
  ])("names the node in its error: %s", async (_, node, subNodes, message) => {
    const ran = await runAi({ node: node, subNodes, services: createScriptedModels("unused") });
    expect(ran.error?.node).toBe("Tested");
    expect(ran.error?.message).toContain(message);
  });

  it("works as a tool of another agent", async () => {
    const { gateway } = createScriptedModels(
      { calls: [{ name: "Translator", args: { text: "good day" } }] },
      "goede dag",
      "In Dutch: goede dag",
    );
    const translator = {
      name: "Translator",
      type: "agentTool",
      kind: "ai_tool",
      version: 3,
      parameters: { toolDescription: "Translates", text: "={{ $fromAI('text', 'What to translate') }}" },
    };
    const ran = await runAi({
      node: { type: "agent", version: 3 },
      subNodes: [MODEL, translator, { ...MODEL, name: "Its model", to: "Translator" }],
      services: { gateway },
    });
    expect(ran.nodes.Tested).toEqual([[{ output: "In Dutch: goede dag" }]]);
  });
});
