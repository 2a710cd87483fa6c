import type { McpTool } from "@stoa/contract/declarative-agent";
import { createGatewayHttp } from "../../gateway-http/gateway-http.ts";
import type { HttpRequest, HttpStream } from "../../gateway-http/http-client.ts";
import { getRefusalMessage, readBody } from "../../gateway-http/read-body.ts";
import type { McpHttp } from "../../mcp/index.ts";
import type { Job } from "../../protocol/index.ts";
import { AgentFailure } from "./agent-failure.ts";
import type { RunConnection } from "./run-connection.ts";

/** The maximum size of a gateway error, which consists of an error code and a sentence. */
const MAX_REFUSAL_BYTES = 64 * 1024;

/** The characters that a header may contain (RFC 9110, 5.5); Node refuses to send others. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Returns the header with a secret of the agent. @throws AgentFailure if the secret is not set or cannot be sent */
function createSecretHeader(
  { name, header }: Extract<McpTool["credential"], { type: "secret" }>,
  secrets: Job["secrets"],
): Record<string, string> {
  const value = secrets?.[name]?.trim() ?? "";
  if (value === "")
    throw new AgentFailure(
      "The agent is not set up completely. Its developer must set a secret.",
      `The secret ${name} is not set. Set it under Secrets in the studio.`,
    );
  if (!SENDABLE.test(value))
    throw new AgentFailure(
      "The agent is not set up correctly. Its developer must correct a secret.",
      `The secret ${name} contains characters that a header cannot contain, such as a line break. Set it again.`,
    );
  return { [header]: header.toLowerCase() === "authorization" ? `Bearer ${value}` : value };
}

/** Sends requests to a declared host through the gateway's `/http`. */
function createHostHttp(connection: RunConnection, headers: Record<string, string>): McpHttp {
  const http = createGatewayHttp(connection);
  const open = (request: HttpRequest) =>
    http.open({ ...request, headers: { ...request.headers, ...headers } });
  return { send: open, open };
}

/** Sends requests to a host through the caller's connector for it, which adds the credential. */
function createConnectorHttp(connection: RunConnection): McpHttp {
  const open = async ({ method, url, headers, body, signal }: HttpRequest): Promise<HttpStream> => {
    const { host, pathname, search } = new URL(url);
    const { accept = "*/*", "content-type": type = "application/json", ...others } = headers;
    const answer = await connection.call({
      method,
      path: `/connectors/${host}${pathname}${search}`,
      accept,
      headers: others,
      ...(body !== undefined && { content: { type, bytes: Buffer.from(body) } }),
    });
    signal?.addEventListener("abort", () => answer.destroy(), { once: true });
    const status = answer.statusCode ?? 0;
    // Only the gateway's own errors have this header, never responses of the service.
    if (answer.headers["x-stoa-error"] !== undefined)
      throw new Error(getRefusalMessage(await readBody(answer, MAX_REFUSAL_BYTES), status));
    const read = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return {
      status,
      statusText: answer.statusMessage ?? "",
      headers: Object.fromEntries(read),
      body: answer,
    };
  };
  return { send: open, open };
}

/** Returns the way to the server of a tool entry. @throws AgentFailure if a secret is not set */
export function createMcpHttp({ credential }: McpTool, { secrets }: Job, connection: RunConnection): McpHttp {
  if (credential?.type === "connector") return createConnectorHttp(connection);
  return createHostHttp(connection, credential ? createSecretHeader(credential, secrets) : {});
}
