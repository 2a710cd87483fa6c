import { describe, expect, it } from "vitest";
import { readWorkflow } from "../../../file/index.ts";
import type { JsonObject } from "../../../model/item.ts";
import { createNode } from "../../../testing/scripted-node.ts";
import { findNodeType } from "../../node-table.ts";
import { createAiWorkflow, runAi } from "../ai-file.fixture.ts";
import { createScriptedModels, type ScriptedTurn } from "../scripted-models.fixture.ts";

const MESSAGES = { messages: { values: [{ content: "=Say {{ $json.chatInput }}" }] } };
const choice = (content: unknown) => ({
  index: 0,
  message: { role: "assistant", content },
  finish_reason: "stop",
});
const OLD = "n8n-nodes-base.openAi";

const CASES: [
  name: string,
  type: string,
  version: number,
  parameters: object,
  turns: ScriptedTurn[],
  items: unknown[],
][] = [
  ["a message", "openAi", 1.8, MESSAGES, ["Hi"], [choice("Hi")]],
  ["the editor's default if the file contains no message", "openAi", 1.8, {}, ["Hi"], [choice("Hi")]],
  ["JSON", "openAi", 1.4, { ...MESSAGES, jsonOutput: true }, ['{"a":1}'], [choice({ a: 1 })]],
  [
    "an answer that is not simplified",
    "openAi",
    1.8,
    { ...MESSAGES, simplify: false },
    ["Hi"],
    [{ id: "c1", choices: [choice("Hi")] }],
  ],
  [
    "an answer in the format of the Responses API",
    "openAi",
    2,
    { responses: { values: [{ content: "Say it" }] } },
    ["Hi"],
    [
      {
        output: [
          {
            type: "message",
            status: "completed",
            role: "assistant",
            content: [{ type: "output_text", annotations: [], logprobs: [], text: "Hi" }],
          },
        ],
      },
    ],
  ],
  [
    "a chat with the legacy node",
    OLD,
    1.1,
    { resource: "chat", prompt: { messages: [{ content: "x" }] } },
    ["Hi"],
    [choice("Hi")],
  ],
  [
    "several answers of the legacy node",
    OLD,
    1,
    { resource: "chat", prompt: { messages: [{ content: "x" }] }, options: { n: 2 } },
    ["A", "B"],
    [choice("A"), { ...choice("B"), index: 1 }],
  ],
  [
    "a completion",
    OLD,
    1,
    { prompt: "Tl;dr" },
    ["Hi"],
    [{ text: "Hi", index: 0, logprobs: null, finish_reason: "stop" }],
  ],
  [
    "a chat with the legacy node if the file names a version that only its successor has",
    OLD,
    1.8,
    { resource: "chat", prompt: { messages: [{ content: "x" }] } },
    ["Hi"],
    [choice("Hi")],
  ],
  [
    "an edit",
    OLD,
    1,
    { operation: "edit", input: "a", instruction: "b" },
    ["Hi"],
    [{ text: "Hi", index: 0 }],
  ],
  [
    "Gemini's message",
    "googleGemini",
    1,
    MESSAGES,
    ["Hi"],
    [{ content: { parts: [{ text: "Hi" }], role: "model" }, finishReason: "STOP", index: 0 }],
  ],
  [
    "Gemini's JSON",
    "googleGemini",
    1,
    { ...MESSAGES, jsonOutput: true },
    ['{"a":1}'],
    [{ content: { parts: [{ text: { a: 1 } }], role: "model" }, finishReason: "STOP", index: 0 }],
  ],
  [
    "Gemini's answer that is not simplified",
    "googleGemini",
    1,
    { ...MESSAGES, simplify: false },
    ["Hi"],
    [
      {
        candidates: [{ content: { parts: [{ text: "Hi" }], role: "model" }, finishReason: "STOP", index: 0 }],
      },
    ],
  ],
  ["Claude's message", "anthropic", 1, MESSAGES, ["Hi"], [{ content: [{ type: "text", text: "Hi" }] }]],
  [
    "Claude's answer that is not simplified",
    "anthropic",
    1,
    { ...MESSAGES, simplify: false },
    ["Hi"],
    [
      {
        type: "message",
        role: "assistant",
        content: [{ type: "text", text: "Hi" }],
        stop_reason: "end_turn",
      },
    ],
  ],
];

describe("A vendor node", () => {
  it.each(CASES)("returns %s", async (_, type, version, parameters, turns, items) => {
    const { gateway } = createScriptedModels(...turns);
    const ran = await runAi({
      node: { type, version, parameters: parameters as JsonObject },
      subNodes: [],
      services: { gateway },
    });
    expect(ran.error).toBeUndefined();
    expect(ran.nodes.Tested).toEqual([items]);
  });

  it("sends images to a model", async () => {
    const { gateway, requests } = createScriptedModels("A cat");
    const parameters = {
      resource: "image",
      operation: "analyze",
      text: "What?",
      imageUrls: "https://cats.example/1",
    };
    const body = new Uint8Array([1, 2, 3]);
    const http = {
      send: () =>
        Promise.resolve({ status: 200, statusText: "OK", headers: { "content-type": "image/jpeg" }, body }),
    };
    const ran = await runAi({
      node: { type: "openAi", version: 1.8, parameters },
      subNodes: [],
      services: { gateway, http },
    });
    expect(ran.nodes.Tested).toEqual([[{ content: "A cat" }]]);
    expect(requests[0]?.body.messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "What?" },
          { type: "image_url", image_url: { url: "data:image/jpeg;base64,AQID", detail: "auto" } },
        ],
      },
    ]);
  });

  it("returns an answer after tool calls", async () => {
    const { gateway } = createScriptedModels(
      { calls: [{ name: "calculator", args: { input: "1+1" } }] },
      "Two",
    );
    const ran = await runAi({
      node: { type: "openAi", version: 1.8, parameters: MESSAGES },
      subNodes: [{ name: "Calculator", type: "toolCalculator", kind: "ai_tool" }],
      services: { gateway },
    });
    expect(ran.nodes.Tested).toEqual([[{ ...choice("Two"), logprobs: null }]]);
  });
});

describe("An unsupported operation", () => {
  it.each([
    ["openAi", 1.8, { resource: "image", operation: "edit" }, "'edit' of the resource 'image'"],
    ["openAi", 1.8, { resource: "assistant" }, "'message' of the resource 'assistant'"],
    ["openAi", 1.8, { operation: "classify" }, "'classify' of the resource 'text'"],
    ["googleGemini", 1, { resource: "audio" }, "'transcribe' of the resource 'audio'"],
  ])("is reported by name: %s version %s with %o", (type, version, parameters, message) => {
    const full = `@n8n/n8n-nodes-langchain.${type}`;
    const read = readWorkflow(
      JSON.stringify(createAiWorkflow({ node: { type, version, parameters: parameters }, subNodes: [] })),
    );
    if ("problem" in read) throw new Error(read.problem.message);
    const node = createNode({ name: "Tested", type: full, version, parameters: parameters });
    expect(findNodeType(full)?.unsupported?.(node, read.workflow)).toContain(message);
  });
});
