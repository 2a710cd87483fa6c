import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { NodeContext } from "../model/node-context.ts";
import type { RequestCredential } from "../nodes/http/request-credential.ts";
import { postingFetch, streamingFetch } from "./mcp-fetch.ts";

/** How a server is spoken to: by requests of their own, or by an event stream that lasts. */
export type McpTransport = "httpStreamable" | "sse";

/** A server, and whose connector signs in to it. */
export interface McpServer {
  endpoint: string;
  credential: RequestCredential;
  /** As the node says; servers that know the other alone are spoken to by that. */
  transport: McpTransport;
}

/** What servers say to a transport that they do not know. */
const UNKNOWN_THERE = new Set([400, 404, 405, 406, 415]);

const isUnknownThere = (error: unknown) =>
  error instanceof Error && UNKNOWN_THERE.has((error as { code?: number }).code ?? 0);

async function connectBy(
  transport: McpTransport,
  client: Client,
  context: NodeContext,
  { endpoint, credential }: McpServer,
  timeoutMs: number,
): Promise<void> {
  const url = new URL(endpoint);
  if (transport === "sse") {
    // oxlint-disable-next-line typescript/no-deprecated -- servers that know nothing newer are what it is for
    const { SSEClientTransport } = await import("@modelcontextprotocol/sdk/client/sse.js");
    const fetch = streamingFetch(context, credential, timeoutMs);
    return client.connect(new SSEClientTransport(url, { fetch }), { timeout: timeoutMs });
  }
  const { StreamableHTTPClientTransport } = await import(
    "@modelcontextprotocol/sdk/client/streamableHttp.js"
  );
  const fetch = postingFetch(context, credential, timeoutMs);
  // Its session id may be undefined, which the interface does not say.
  return client.connect(new StreamableHTTPClientTransport(url, { fetch }), { timeout: timeoutMs });
}

/** A client that is connected by the transport that its node names, or by the other where the server knows no such. */
export async function connectedClient(
  made: () => Client,
  context: NodeContext,
  server: McpServer,
  timeoutMs: number,
): Promise<Client> {
  const first = made();
  try {
    await connectBy(server.transport, first, context, server, timeoutMs);
    return first;
  } catch (error) {
    await first.close().catch(() => undefined);
    if (!isUnknownThere(error)) throw error;
    const other = server.transport === "sse" ? "httpStreamable" : "sse";
    const second = made();
    try {
      await connectBy(other, second, context, server, timeoutMs);
      return second;
    } catch (again) {
      await second.close().catch(() => undefined);
      throw isUnknownThere(again) ? error : again;
    }
  }
}
