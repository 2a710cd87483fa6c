import { expect, test } from "vitest";
import { ECHO } from "../../code/code-request.fixture.ts";
import { createCodeRunner } from "../../code/code-runner.ts";
import type { JsonObject } from "../../model/item.ts";
import type { NodeType } from "../../model/node-type.ts";
import { runWorkflowFile } from "../../testing/run-workflow.ts";
import { TOOL_CODE_NODE } from "./tool-code.ts";

const TYPE = "@n8n/n8n-nodes-langchain.toolCode";

/** A node that calls its connected tool with the value of a parameter. */
const CALLER: NodeType = {
  types: ["own.caller"],
  versions: [1],
  async execute(context) {
    const tool = (await context.getSubNodes("ai_tool", 0)).flat()[0];
    if (!tool) throw context.failure("no tool");
    const { name, description, parameters } = tool;
    const answer = await tool.call(context.object("args", 0));
    return [[{ json: { name, description, parameters, answer } }]];
  },
};

async function callTool(typeVersion: number, parameters: JsonObject, args: JsonObject) {
  const node = (name: string, type: string, more: object) => ({
    name,
    type,
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
    ...more,
  });
  const file = {
    nodes: [
      node("Start", "n8n-nodes-base.manualTrigger", {}),
      node("Caller", "own.caller", { parameters: { args } }),
      node("My Tool", TYPE, { typeVersion, parameters }),
    ],
    connections: {
      Start: { main: [[{ node: "Caller", type: "main", index: 0 }]] },
      "My Tool": { ai_tool: [[{ node: "Caller", type: "ai_tool", index: 0 }]] },
    },
  };
  const ran = await runWorkflowFile({
    file,
    types: [CALLER, TOOL_CODE_NODE],
    services: { code: createCodeRunner({ http: ECHO }) },
  });
  expect(ran.error).toBeUndefined();
  return ran.nodes.Caller?.[0]?.[0];
}

test("a code tool takes a query and returns text", async () => {
  const parameters = { name: "shout", description: "Shouts", jsCode: "return query.toUpperCase();" };
  expect(await callTool(1.1, parameters, { query: "hello" })).toMatchObject({
    name: "shout",
    description: "Shouts",
    parameters: { required: ["query"] },
    answer: "HELLO",
  });
});

test("a code tool is named after its node from version 1.2 on", async () => {
  expect(await callTool(1.3, { jsCode: "return 5" }, { query: "" })).toMatchObject({
    name: "My_Tool",
    answer: "5",
  });
});

test("a code tool derives its parameters from a JSON example", async () => {
  const parameters = {
    specifyInputSchema: true,
    jsonSchemaExample: '{"a": 1, "b": "x"}',
    jsCode: "return query.b + query.a;",
  };
  expect(await callTool(1.1, parameters, { a: 2, b: "y" })).toMatchObject({
    parameters: { properties: { a: { type: "number" }, b: { type: "string" } }, required: ["a", "b"] },
    answer: "y2",
  });
});

test("a code tool returns an error as text for the model", async () => {
  expect(await callTool(1.1, { jsCode: "throw new Error('no')" }, { query: "" })).toMatchObject({
    answer: 'There was an error: "no [line 1]"',
  });
});

test("a code tool returns an error if its result is not a string", async () => {
  const { answer } = (await callTool(1.1, { jsCode: "return {}" }, { query: "" })) ?? {};
  expect(answer).toMatch(/of type object: a tool must return a string/);
});
