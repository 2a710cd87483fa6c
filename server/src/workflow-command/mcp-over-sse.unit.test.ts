import { afterAll, beforeAll, expect, test } from "vitest";
import { type OlderMcpServer, startOlderMcpServer } from "../../../workflow/testing/older-mcp-server.ts";
import { openLocalGateway } from "./local-gateway.ts";
import { NO_PYTHON } from "./own-server.fixture.ts";
import { runFile } from "./run-file.ts";

let mcp: OlderMcpServer;

beforeAll(async () => {
  mcp = await startOlderMcpServer();
});

afterAll(() => mcp.close());

test("a workflow calls a tool of a real MCP server over SSE and then closes its stream", async () => {
  const nodes = [
    { name: "Start", type: "n8n-nodes-base.manualTrigger", typeVersion: 1, position: [0, 0] },
    {
      name: "Call",
      type: "@n8n/n8n-nodes-langchain.mcpClient",
      typeVersion: 1,
      position: [200, 0],
      parameters: {
        endpointUrl: `http://127.0.0.1:${mcp.port}/sse`,
        serverTransport: "sse",
        tool: "shout",
        inputMode: "json",
        jsonInput: '={{ { "text": $json.message } }}',
      },
    },
  ];
  const connections = { Start: { main: [[{ node: "Call", type: "main", index: 0 }]] } };
  const source = JSON.stringify({ name: "Flow", nodes, connections, settings: { executionOrder: "v1" } });
  const gateway = await openLocalGateway({}, "/nonexistent/stoa.models.json");
  const run = await runFile(
    source,
    { message: "hello" },
    { gateway, python: NO_PYTHON, say: () => undefined },
  );
  expect(run.error).toBeUndefined();
  expect(JSON.parse(run.nodes)).toMatchObject({ Call: [[{ content: [{ type: "text", text: "HELLO" }] }]] });
  await expect.poll(() => mcp.countStreams()).toBe(0);
  await gateway.close();
});
