import { expect, test } from "vitest";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeNeeds } from "../../../model/node-type.ts";
import type { Workflow } from "../../../model/workflow.ts";
import { runNode } from "../../../testing/run-node.ts";
import { createNode } from "../../../testing/scripted-node.ts";
import { createScriptedService } from "../../services/scripted-service.fixture.ts";
import { mcpClient, mcpClientTool } from "./mcp-client.ts";

import { answerAsMcpServer } from "./scripted-mcp.fixture.ts";

const WORKFLOW: Workflow = {
  id: "w",
  name: "W",
  nodes: new Map(),
  connections: [],
  order: "v1",
  timezone: "UTC",
  pinned: new Map(),
  staticData: {},
};

test("authenticates to an MCP server with the connector of its host", async () => {
  const { gateway, requests } = createScriptedService(({ method, bytes }) => {
    const { status, body } = answerAsMcpServer({ method, body: bytes });
    return { status, body: JSON.parse(Buffer.from(body).toString() || "null") as unknown };
  });
  const { outputs, error } = await runNode({
    type: mcpClient,
    version: 1,
    parameters: {
      endpointUrl: "mcp.example.com/mcp",
      authentication: "headerAuth",
      tool: "add",
      inputMode: "json",
      jsonInput: "{}",
    },
    services: { gateway },
  });
  expect(error).toBeUndefined();
  expect(outputs).toEqual([[{ content: [{ type: "text", text: { did: "add", with: {} } }] }]]);
  expect(new Set(requests.map(({ service, path }) => service + path))).toEqual(
    new Set(["mcp.example.com/mcp"]),
  );
});

const METHODS = ["GET", "POST", "DELETE"];

test.each<[parameters: JsonObject, needs: NodeNeeds]>([
  [{ endpointUrl: "https://mcp.example.com/mcp" }, { hosts: ["mcp.example.com"] }],
  [
    { sseEndpoint: "mcp.example.com/sse", authentication: "bearerAuth" },
    { connectors: [{ service: "mcp.example.com", methods: METHODS }] },
  ],
  [
    { endpointUrl: "https://mcp.example.com/mcp", authentication: "multipleHeadersAuth" },
    { connectors: [{ service: "mcp.example.com", methods: METHODS }] },
  ],
  [
    { endpointUrl: "={{ $json.server }}", authentication: "headerAuth" },
    { connectors: [{ service: "*", methods: METHODS }] },
  ],
  [
    { endpointUrl: "http://localhost:5678/mcp/a", authentication: "bearerAuth" },
    { connectors: [{ service: "http://localhost:5678", methods: METHODS }] },
  ],
])("an MCP node with %o needs %o", (parameters, needs) => {
  const node = createNode({ name: "M", type: "mcpClientTool", version: 1.2, parameters });
  expect(mcpClientTool.needs?.(node, WORKFLOW)).toEqual(needs);
  expect(mcpClientTool.unsupported?.(node, WORKFLOW)).toBeUndefined();
});
