import { McpSession, type McpTransport } from "@stoa/runtime/mcp";
import type { NodeContext } from "../model/node-context.ts";
import { openWithAuthentication, requestWithAuthentication } from "../nodes/http/authenticated-request.ts";
import type { RequestCredentials } from "../nodes/http/credentials.ts";

const STANDARD_TIMEOUT_MS = 60_000;

/** A server and the connector that authenticates requests to it. */
export interface NodeMcpServer {
  endpoint: string;
  credential: RequestCredentials;
  /** The transport that the node chooses. If the server does not support it, the client uses the other transport. */
  transport: McpTransport;
}

/** Connects to a node's MCP server while `work` runs, then disconnects. @throws McpFailure */
export async function withMcp<Result>(
  context: NodeContext,
  { endpoint, credential, transport }: NodeMcpServer,
  work: (session: McpSession) => Promise<Result>,
  timeoutMs = STANDARD_TIMEOUT_MS,
): Promise<Result> {
  const session = await McpSession.open({
    url: new URL(endpoint),
    transport,
    timeoutMs,
    signal: context.signal,
    http: {
      send: (request) => requestWithAuthentication(context, credential, request),
      open: (request) => openWithAuthentication(context, credential, request),
    },
  });
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}
