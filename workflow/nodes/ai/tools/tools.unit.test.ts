import { describe, expect, it } from "vitest";
import { calculate } from "../../../ai/calculator.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { HttpRequest, HttpResponse } from "../../../model/services.ts";
import { MODEL, runAi, type SubNodeOptions } from "../ai-file.fixture.ts";
import { createScriptedModels } from "../scripted-models.fixture.ts";
import { answerAsMcpServer } from "./scripted-mcp.fixture.ts";

const answered = (body: unknown, type = "application/json"): HttpResponse => ({
  status: 200,
  statusText: "OK",
  headers: { "content-type": type },
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
});

interface ToolOptions {
  tool: SubNodeOptions;
  args: object;
  http?: (request: HttpRequest) => HttpResponse;
  others?: JsonObject[];
  connections?: JsonObject;
}

/** Returns a tool's definition and its result. */
async function callTool({ tool, args, http, ...rest }: ToolOptions) {
  const name = tool.parameters?.name ?? tool.name;
  const { gateway, requests: modelRequests } = createScriptedModels(
    { calls: [{ name: String(name), args }] },
    "done",
  );
  const requests: HttpRequest[] = [];
  const send = (request: HttpRequest) => {
    requests.push(request);
    return http ? Promise.resolve(http(request)) : Promise.reject(new Error("no server"));
  };
  const ran = await runAi({
    node: { type: "agent", version: 2 },
    subNodes: [MODEL, tool],
    services: { gateway, http: { send } },
    ...rest,
  });
  const offered = (
    modelRequests[0]?.body.tools as
      | { function: { name: string; description: string; parameters: JsonObject } }[]
      | undefined
  )?.[0];
  const messages = modelRequests[1]?.body.messages as { content: string }[] | undefined;
  return { ran, requests, offered: offered?.function, result: messages?.at(-1)?.content };
}

describe("Calculator", () => {
  it.each([
    ["1 + 2 * 3", 7],
    ["(1 + 2) * 3", 9],
    ["2^3^2", 512],
    ["-2^2", -4],
    ["2 ** -1", 0.5],
    ["10 % 4 - 1", 1],
    ["sqrt(16) / max(1, 2)", 2],
    ["5!", 120],
    ["1.5e2 + .5", 150.5],
    ["round(pi * 100)", 314],
  ])("evaluates %s to %d", (text, value) => expect(calculate(text)).toBe(value));

  it.each([
    "",
    "1 +",
    "(1",
    "constructor(1)",
    "process.exit()",
    "a",
    "1; 2",
    "(".repeat(500),
    "1".repeat(2_000),
  ])("refuses '%s'", (text) => expect(() => calculate(text)).toThrow(Error));
});

describe("A tool", () => {
  it.each([
    [
      { name: "Calculator", type: "toolCalculator", kind: "ai_tool", parameters: { name: "calculator" } },
      { input: "3*7" },
      "21",
    ],
    [
      { name: "Calculator", type: "toolCalculator", kind: "ai_tool", parameters: { name: "calculator" } },
      { input: "three" },
      "I don't know how to do that.",
    ],
    [{ name: "Think", type: "toolThink", kind: "ai_tool" }, { input: "Hm" }, "Hm"],
    [
      { name: "Think", type: "toolThink", kind: "ai_tool", parameters: { description: "Ponder" } },
      { input: "" },
      "",
    ],
  ])("with %o and the arguments %o returns '%s'", async (tool, args, result) => {
    expect((await callTool({ tool, args })).result).toBe(result);
  });

  it("searches Wikipedia", async () => {
    const tool = { name: "W", type: "toolWikipedia", kind: "ai_tool", parameters: { name: "wikipedia-api" } };
    const pages = { 1: { title: "B", extract: "bee", index: 2 }, 2: { title: "A", extract: "ay", index: 1 } };
    const { result, requests } = await callTool({
      tool,
      args: { input: "letters" },
      http: () => answered({ query: { pages } }),
    });
    expect(result).toBe("Page: A\nSummary: ay\n\nPage: B\nSummary: bee");
    expect(requests[0]?.url).toContain("gsrsearch=letters");
    const none = await callTool({ tool, args: { input: "x" }, http: () => answered({ batchcomplete: "" }) });
    expect(none.result).toBe("No good Wikipedia Search Result was found");
  });

  it("sends a request with values from the model", async () => {
    const tool: SubNodeOptions = {
      name: "Weather",
      type: "toolHttpRequest",
      kind: "ai_tool",
      version: 1.1,
      parameters: {
        toolDescription: "The weather",
        url: "https://weather.example/{city}",
        sendQuery: true,
        parametersQuery: {
          values: [{ name: "units", valueProvider: "fieldValue", value: "metric" }, { name: "day" }],
        },
        placeholderDefinitions: { values: [{ name: "city", description: "Where", type: "string" }] },
        optimizeResponse: true,
        dataField: "days",
        fieldsToInclude: "selected",
        fields: "t",
      },
    };
    const { offered, requests, result } = await callTool({
      tool,
      args: { city: "New York", day: 2 },
      http: () => answered({ days: [{ t: 20, wind: 3 }] }),
    });
    expect(offered).toEqual({
      name: "Weather",
      description: "The weather",
      parameters: {
        type: "object",
        properties: { city: { type: "string", description: "Where" }, day: {} },
        required: ["city", "day"],
      },
    });
    expect(requests[0]?.url).toBe("https://weather.example/New%20York?units=metric&day=2");
    expect(result).toBe('[{"t":20}]');
  });

  it("can be a node of any type, with values from the model", async () => {
    const tool: SubNodeOptions = {
      name: "Find pages",
      type: "n8n-nodes-base.httpRequestTool",
      kind: "ai_tool",
      version: 4.2,
      parameters: {
        toolDescription: "Finds pages",
        url: "https://find.example/q",
        sendQuery: true,
        queryParameters: {
          parameters: [
            { name: "q", value: "={{ $fromAI('words', 'What to find') }}" },
            { name: "n", value: "={{ $fromAI('count', '', 'number', 3) }}" },
          ],
        },
        name: "Find_pages",
      },
    };
    const { offered, requests, result } = await callTool({
      tool,
      args: { words: "a b" },
      http: () => answered({ found: 1 }),
    });
    expect(offered).toEqual({
      name: "Find_pages",
      description: "Finds pages",
      parameters: {
        type: "object",
        properties: { words: { type: "string", description: "What to find" }, count: { type: "number" } },
        required: ["words"],
      },
    });
    expect(requests[0]?.url).toBe("https://find.example/q?q=a%20b&n=3");
    expect(result).toBe('[{"found":1}]');
  });

  it("returns errors as text for the model", async () => {
    const tool: SubNodeOptions = {
      name: "Ask",
      type: "n8n-nodes-base.httpRequestTool",
      kind: "ai_tool",
      version: 4.2,
      parameters: { url: "https://gone.example" },
    };
    const { result, ran } = await callTool({ tool, args: {} });
    expect(result).toContain("There was an error");
    expect(result).toContain("no server");
    expect(ran.nodes.Tested).toEqual([[{ output: "done" }]]);
  });

  it.each([
    [1, { name: "shout", description: "Shouts" }, { query: "hey" }, "HEY"],
    [
      1.1,
      { name: "shout", description: "Shouts", fields: { values: [{ name: "query", stringValue: "fixed" }] } },
      { query: "hey" },
      "FIXED",
    ],
    [
      1.3,
      { name: "shout", specifyInputSchema: true, jsonSchemaExample: '{"query":"x"}' },
      { query: "hey" },
      "HEY",
    ],
    [
      2.2,
      {
        name: "shout",
        workflowInputs: {
          value: { query: "={{ $fromAI('words') }}" },
          schema: [{ id: "query", type: "string" }],
        },
      },
      { words: "hey" },
      '[{"response":"HEY"}]',
    ],
  ])("calls a workflow in version %s", async (version, parameters, args, result) => {
    const inner = {
      nodes: [
        {
          name: "In",
          type: "n8n-nodes-base.executeWorkflowTrigger",
          typeVersion: 1,
          position: [0, 0],
          parameters: {},
        },
        {
          name: "Out",
          type: "n8n-nodes-base.set",
          typeVersion: 3.4,
          position: [1, 0],
          parameters: {
            assignments: {
              assignments: [{ name: "response", type: "string", value: "={{ $json.query.toUpperCase() }}" }],
            },
          },
        },
      ],
      connections: { In: { main: [[{ node: "Out", type: "main", index: 0 }]] } },
    };
    const tool: SubNodeOptions = {
      name: "shout",
      type: "toolWorkflow",
      kind: "ai_tool",
      version,
      parameters: { ...parameters, source: "parameter", workflowJson: JSON.stringify(inner) },
    };
    expect((await callTool({ tool, args })).result).toBe(result);
  });

  it("names the property that a called workflow did not return", async () => {
    const inner = {
      nodes: [
        {
          name: "In",
          type: "n8n-nodes-base.executeWorkflowTrigger",
          typeVersion: 1,
          position: [0, 0],
          parameters: {},
        },
      ],
      connections: {},
    };
    const tool: SubNodeOptions = {
      name: "shout",
      type: "toolWorkflow",
      kind: "ai_tool",
      version: 1,
      parameters: {
        name: "shout",
        source: "parameter",
        workflowJson: JSON.stringify(inner),
        responsePropertyName: "page",
      },
    };
    expect((await callTool({ tool, args: { query: "x" } })).result).toContain("'page'");
  });
});

describe("An MCP node", () => {
  it.each([
    [{ endpointUrl: "https://mcp.example/mcp", name: "add" }, 2],
    [{ sseEndpoint: "https://mcp.example/sse", name: "add" }, 2],
    [{ endpointUrl: "https://mcp.example/mcp", name: "add", include: "selected", includeTools: ["add"] }, 1],
    [{ endpointUrl: "https://mcp.example/mcp", name: "add", include: "except", excludeTools: ["drop"] }, 1],
  ])("offers the tools of a server that %o select", async (parameters, count) => {
    const tool: SubNodeOptions = {
      name: "Server",
      type: "mcpClientTool",
      kind: "ai_tool",
      version: 1.2,
      parameters: parameters,
    };
    const { offered, result, ran } = await callTool({ tool, args: { a: 1 }, http: answerAsMcpServer });
    expect(offered).toEqual({
      name: "add",
      description: "Adds",
      parameters: { type: "object", properties: { a: { type: "number" } } },
    });
    expect(result).toBe('[{"type":"text","text":"{\\"did\\":\\"add\\",\\"with\\":{\\"a\\":1}}"}]');
    expect(ran.error).toBeUndefined();
    expect(count).toBeGreaterThan(0);
  });

  it("names the node in its error if there is no server", async () => {
    const tool: SubNodeOptions = {
      name: "Server",
      type: "mcpClientTool",
      kind: "ai_tool",
      version: 1,
      parameters: { sseEndpoint: "https://mcp.example/sse" },
    };
    const { ran } = await callTool({ tool, args: {} });
    expect(ran.error).toMatchObject({ node: "Server", field: "sseEndpoint" });
  });

  it("calls one tool for each item", async () => {
    const ran = await runAi({
      node: {
        type: "mcpClient",
        version: 1,
        parameters: {
          endpointUrl: "https://mcp.example/mcp",
          tool: { __rl: true, mode: "list", value: "add" },
          inputMode: "json",
          jsonInput: '{"a":2}',
        },
      },
      subNodes: [],
      services: { http: { send: (request) => Promise.resolve(answerAsMcpServer(request)) } },
    });
    expect(ran.nodes.Tested).toEqual([
      [{ content: [{ type: "text", text: { did: "add", with: { a: 2 } } }] }],
    ]);
  });
});
