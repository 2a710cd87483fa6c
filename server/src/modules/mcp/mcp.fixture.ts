import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import type { TestServer } from "../../../../tests/harness/server.ts";

/** The newest protocol versions with and without sessions. */
export const VERSIONS = { sessions: "2025-11-25", stateless: "2026-07-28" } as const;

interface Connection {
  path?: string;
  version?: string;
}

/** Connects a client of the TypeScript SDK, which is closed at the end of the test. */
export async function connectClient(
  { url }: TestServer,
  key: string,
  { path = "/mcp", version = VERSIONS.stateless }: Connection = {},
): Promise<Client> {
  const mode = version === VERSIONS.stateless ? { pin: version } : ("legacy" as const);
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(path, url), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

/** Returns the first text of a tool's result. */
export function getText({ content }: { content: readonly { type: string; text?: string }[] }): string {
  return content.find(({ type }) => type === "text")?.text ?? "";
}

/** Returns a message of protocol 2025-11-25, which needs no headers besides the credential. */
export const createMessage = (method: string, params: object = {}, id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

/** The headers that every client sends. */
export const ACCEPT = { accept: "application/json, text/event-stream" };
