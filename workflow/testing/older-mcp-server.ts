/* oxlint-disable typescript/no-deprecated -- it simulates a server that supports nothing newer */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import * as z from "zod";

function createMcpServer(): McpServer {
  const server = new McpServer({ name: "shouting", version: "1" });
  server.registerTool("shout", { inputSchema: { text: z.string() } }, ({ text }) => ({
    content: [{ type: "text", text: text.toUpperCase() }],
  }));
  return server;
}

/** An MCP server with the SSE transport, at `/sse`. */
export interface OlderMcpServer {
  readonly port: number;
  /** The open event streams. */
  countStreams(): number;
  close(): void;
}

export async function startOlderMcpServer(): Promise<OlderMcpServer> {
  const open = new Map<string, SSEServerTransport>();
  const listening = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://here");
    if (request.method === "POST") {
      const transport = open.get(url.searchParams.get("sessionId") ?? "");
      if (url.pathname === "/messages" && transport) void transport.handlePostMessage(request, response);
      else response.writeHead(404).end();
      return;
    }
    const transport = new SSEServerTransport("/messages", response);
    open.set(transport.sessionId, transport);
    response.once("close", () => open.delete(transport.sessionId));
    void createMcpServer().connect(transport);
  });
  await new Promise<void>((resolve) => {
    listening.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (listening.address() as AddressInfo).port,
    countStreams: () => open.size,
    close() {
      listening.closeAllConnections();
      listening.close();
    },
  };
}
