import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import {
  type CallToolResult,
  createMcpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

/** A request to the server. The path chooses which versions of the protocol it speaks. */
export interface McpRequest {
  method: string;
  /** `/mcp`: all versions; `/modern`: only 2026-07-28, which has no sessions; `/sessions`: only those before, with sessions. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface McpAnswer {
  status: number;
  headers: Record<string, string>;
  body: Readable;
}

const PLACE = { type: "object", properties: { city: { type: "string" }, near: { $ref: "#/$defs/Place" } } };

/** The tools in two pages. Their names and schemas are as different as those of real servers. */
const PAGES: Tool[][] = [
  [
    {
      name: "get_weather",
      description: "Returns the weather of a city",
      inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    },
    {
      name: "files/read.text",
      description: "Reads a file",
      inputSchema: {
        type: "object",
        properties: { place: { $ref: "#/$defs/Place" } },
        $defs: { Place: PLACE },
      },
    },
  ],
  [
    { name: "files_read_text", description: "Reads another file", inputSchema: { type: "object" } },
    { name: "fail", description: "Fails", inputSchema: { type: "object" } },
  ],
];

const toResult = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });

function callTool(name: string, args: Record<string, unknown>): CallToolResult {
  if (name === "get_weather") return toResult(`It is sunny in ${String(args.city)}`);
  if (name === "files/read.text") return { ...toResult("Text"), structuredContent: { args } };
  if (name === "files_read_text") return toResult("Other text");
  if (name === "fail") return { ...toResult("The disk is full"), isError: true };
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
}

function createServer(): McpServer {
  const mcpServer = new McpServer({ name: "weather", version: "1" }, { capabilities: { tools: {} } });
  const { server } = mcpServer;
  server.setRequestHandler("tools/list", ({ params }) => {
    const page = Number(params?.cursor ?? 0);
    const next = page + 1;
    return { tools: PAGES[page] ?? [], ...(next < PAGES.length && { nextCursor: String(next) }) };
  });
  server.setRequestHandler("tools/call", ({ params }) => callTool(params.name, params.arguments ?? {}));
  return mcpServer;
}

/** Creates the answers of an MCP server of the official SDK, which a test sends over HTTP. */
export function createRealMcpServer(): (request: McpRequest) => Promise<McpAnswer> {
  const all = createMcpHandler(createServer);
  const modern = createMcpHandler(createServer, { legacy: "reject" });
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  async function answerInSession(request: Request): Promise<Response> {
    const known = sessions.get(request.headers.get("mcp-session-id") ?? "");
    if (known) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await createServer().connect(transport);
    return transport.handleRequest(request);
  }

  return async ({ method, path, headers, body }) => {
    const init = { method, headers, ...(body !== "" && { body }) };
    const request = new Request(`http://localhost${path}`, init);
    const { pathname } = new URL(request.url);
    const response = await (pathname === "/modern"
      ? modern.fetch(request)
      : pathname === "/sessions"
        ? answerInSession(request)
        : all.fetch(request));
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: response.body ? Readable.fromWeb(response.body as never) : Readable.from([]),
    };
  };
}
