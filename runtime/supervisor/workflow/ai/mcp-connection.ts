import type { JsonValue } from "../../../protocol/index.ts";
import { storableJson } from "../../python/json-bounds.ts";
import { isObject } from "../model/is-object.ts";
import type { JsonObject } from "../model/item.ts";
import type { NodeContext } from "../model/node-context.ts";
import type { RequestCredential } from "../nodes/http/request-credential.ts";
import { sendSigned } from "../nodes/http/signed-request.ts";

const STANDARD_TIMEOUT_MS = 60_000;
/** Servers offer tens of tools, in pages. */
const MOST_PAGES = 20;

export interface McpTool {
  name: string;
  description: string;
  parameters: JsonObject;
}

/** A server, and whose connector signs in to it. */
export interface McpServer {
  endpoint: string;
  credential: RequestCredential;
}

/** What a server was asked and said, while it was connected. */
export interface McpConnection {
  tools(): Promise<McpTool[]>;
  call(name: string, args: JsonObject): Promise<JsonValue>;
}

const READ_HEADERS = new Set(["content-type", "mcp-session-id", "www-authenticate"]);

/** The run's own way to the internet as a `fetch`. A stream that the server would begin of itself is not had. */
function guardedFetch(
  context: NodeContext,
  credential: RequestCredential,
  timeoutMs: number,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init = {}) => {
    const method = init.method ?? "GET";
    if (method === "GET") return new Response(null, { status: 405 });
    const answer = await sendSigned(context, credential, {
      method,
      url: String(url),
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === "string" && { body: init.body }),
      maxRedirects: 5,
      timeoutMs,
      signal: context.signal,
    });
    // Of the headers the client reads these. Others may be what a response of our own may not have.
    const headers = Object.entries(answer.headers).filter(([name]) => READ_HEADERS.has(name));
    const hasBody = answer.body.byteLength > 0 && answer.status !== 204 && answer.status !== 202;
    return new Response(hasBody ? Buffer.from(answer.body) : null, { status: answer.status, headers });
  };
}

/** Schemas are the server's own words: they are not compiled here, and what follows from them is read as JSON. */
const TRUSTING = {
  getValidator: () => (input: unknown) => ({
    valid: true as const,
    data: input as never,
    errorMessage: undefined,
  }),
};

/** Connects to an MCP server over streamable HTTP, for the time of a piece of work. */
export async function withMcp<Result>(
  context: NodeContext,
  { endpoint, credential }: McpServer,
  work: (connection: McpConnection) => Promise<Result>,
  timeoutMs = STANDARD_TIMEOUT_MS,
): Promise<Result> {
  const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
  ]);
  const client = new Client({ name: "stoa", version: "1" }, { jsonSchemaValidator: TRUSTING });
  const transport = new StreamableHTTPClientTransport(new URL(endpoint), {
    fetch: guardedFetch(context, credential, timeoutMs),
  });
  try {
    // Its session id may be undefined, which the interface does not say.
    await client.connect(transport, { timeout: timeoutMs });
    return await work({
      async tools() {
        const tools: McpTool[] = [];
        let cursor: string | undefined;
        for (let page = 0; page < MOST_PAGES; page += 1) {
          const listed = await client.listTools(cursor === undefined ? {} : { cursor });
          for (const { name, description = "", inputSchema } of listed.tools) {
            const parameters = storableJson(inputSchema);
            tools.push({
              name,
              description,
              parameters: isObject(parameters) ? parameters : { type: "object" },
            });
          }
          cursor = listed.nextCursor;
          if (cursor === undefined) break;
        }
        return tools;
      },
      call: async (name, args) =>
        storableJson(await client.callTool({ name, arguments: args }, undefined, { timeout: timeoutMs })),
    });
  } finally {
    await client.close().catch(() => {});
  }
}
