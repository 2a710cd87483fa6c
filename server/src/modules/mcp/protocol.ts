import { randomUUID } from "node:crypto";
import { createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import { AgentId, defineRoute } from "@stoa/contract";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { AppError } from "../../platform/http/app-error.ts";
import type { Authenticator, Caller } from "../../platform/http/caller.ts";
import { EXCESS_TEXTS, findExcess } from "../../platform/http/json-depth.ts";
import { HANDLED, type Mount } from "../../platform/http/mount.ts";
import type { Protocol } from "../../platform/module.ts";
import { type AgentServerDeps, createAgentServer } from "./agent-server.ts";
import { attachCall, type McpCall } from "./call.ts";
import { sendRefusal, toRefusal } from "./json-rpc.ts";
import { requireScopes } from "./message-scopes.ts";
import { listMessages } from "./messages.ts";
import { checkOrigin } from "./origin-check.ts";
import { addSignIn, type ProtectedResources, requireResource } from "./sign-in.ts";
import { MCP_TEXTS } from "./texts.ts";
import { exchange } from "./web-exchange.ts";

export interface McpProtocolDeps extends AgentServerDeps {
  publicUrl: string;
  /** Identifies the callers of this protocol. */
  authenticator: Authenticator;
  resources: ProtectedResources;
}

/** A session ID, as `initialize` returns it. It is only a name: this server keeps nothing about a session. */
const SESSION_ID = /^[0-9a-f-]{36}$/;
/** How long a client waits at most for a sign that a call is still active. Proxies close a connection that is silent for a minute. */
const KEEP_ALIVE_MS = 15_000;

/** The maximum length of a reason in the log. The SDK's reasons contain parts of the message, which is hostile. */
const REASON_MAX = 200;

/** Every message is a POST, and what it does is in its body, so all messages count like runs. */
const message = { method: "POST", counts: "runs" } as const;
/** There are no sessions to follow or to end, so these methods are answered with 405, as the specification allows. */
const stream = { method: "GET", counts: "reads" } as const;
const end = { method: "DELETE", counts: "reads" } as const;
const shared = {
  auth: "session",
  acceptsAllKeys: true,
  tag: "MCP",
  summary: "Model Context Protocol",
  status: 200,
  reply: z.unknown(),
} as const;
const STORE_ROUTES = [message, stream, end].map((own) => defineRoute({ ...shared, ...own, path: "/" }));
const AGENT_ROUTES = [message, stream, end].map((own) =>
  defineRoute({ ...shared, ...own, path: "/agents/:id", params: z.object({ id: AgentId }) }),
);

/** The protocol at `/mcp`, with a function that ends the messages that are being answered. */
export function createMcpProtocol(deps: McpProtocolDeps): Protocol & { close(): Promise<void> } {
  const onerror = (err: Error) =>
    deps.log.info({ reason: err.message.slice(0, REASON_MAX) }, "refused an MCP message");
  const options = { onerror, keepAliveMs: KEEP_ALIVE_MS };
  const factory = (context: Parameters<typeof createAgentServer>[1]) => createAgentServer(deps, context);
  // A run can take minutes, so its reply is a stream, whose comments keep the connection open. Other replies are plain JSON.
  const answers = createMcpHandler(factory, { ...options, responseMode: "auto" });
  const streams = createMcpHandler(factory, { ...options, responseMode: "sse" });
  const publicHost = new URL(deps.publicUrl).hostname;
  return {
    prefix: "/mcp",
    authenticator: deps.authenticator,
    serve(app, mount) {
      app.setErrorHandler((error: FastifyError, request, reply) => {
        const refusal = toRefusal(error);
        if (refusal.status >= 500) request.log.error({ err: error }, "failed to answer an MCP request");
        const headers = addSignIn(refusal, request, deps.resources);
        return sendRefusal(reply, { ...refusal, headers }, request.body);
      });
      app.addHook("onRequest", async ({ headers }) => checkOrigin(headers, publicHost));
      mountRoutes(mount, deps, { answers, streams });
      refuseOtherMethods(app);
    },
    close: async () => {
      await Promise.all([answers.close(), streams.close()]);
    },
  };
}

interface Handlers {
  answers: McpHttpHandler;
  streams: McpHttpHandler;
}

function mountRoutes(mount: Mount, deps: McpProtocolDeps, handlers: Handlers): void {
  const serve = async (
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
    agent?: McpCall["agent"],
  ) => {
    const call = readCall(caller, request, agent);
    requireScopes(caller, request.body);
    await cancelCalls(deps, call, request.body);
    await passOn(handlers, call, request, reply);
    return HANDLED;
  };
  for (const route of STORE_ROUTES)
    mount.signedIn(route, ({ caller, request, reply }) => {
      requireResource(caller, deps.resources.getUrl());
      return serve(caller, checkBody(request), reply);
    });
  for (const route of AGENT_ROUTES)
    mount.signedIn(route, async ({ caller, params, request, reply }) => {
      requireResource(caller, deps.resources.getUrl(params.id));
      return serve(caller, checkBody(request), reply, await deps.directory.get(params.id, caller));
    });
}

/** @throws AppError 400 for a body that is nested too deeply, or would take too long to check */
function checkBody(request: FastifyRequest): FastifyRequest {
  const excess = findExcess(request.body);
  if (excess) throw new AppError(400, "invalid_request", EXCESS_TEXTS[excess]);
  return request;
}

function readCall(caller: Caller, { headers }: FastifyRequest, agent: McpCall["agent"]): McpCall {
  const session = headers["mcp-session-id"];
  const version = headers["mcp-protocol-version"];
  return {
    caller,
    agent,
    sessionId: typeof session === "string" && SESSION_ID.test(session) ? session : undefined,
    protocolVersion: typeof version === "string" ? version : undefined,
  };
}

/** Cancels the calls that the messages of a client name. The SDK would look for them among the messages of this request. */
async function cancelCalls({ cancellations }: AgentServerDeps, call: McpCall, body: unknown): Promise<void> {
  for (const { method, params } of listMessages(body))
    if (method === "notifications/cancelled") await cancellations.cancel(call, params?.requestId);
}

/** Lets the SDK answer a request. */
async function passOn(
  { answers, streams }: Handlers,
  call: McpCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { body } = request;
  const messages = listMessages(body);
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.setHeader("cache-control", "no-store");
  if (messages.some(({ method }) => method === "initialize"))
    reply.raw.setHeader("mcp-session-id", randomUUID());
  const handler = messages.some(({ method }) => method === "tools/call") ? streams : answers;
  const authInfo = attachCall(call);
  try {
    await exchange(request, reply.raw, (given) => handler.fetch(given, { authInfo, parsedBody: body }));
  } catch (error) {
    // The headers may have been sent already, so a closed connection is the only way to tell the client.
    reply.raw.destroy();
    throw error;
  }
}

/** Answers methods that MCP does not use, so that no reply has another format than the protocol's. */
function refuseOtherMethods(app: FastifyInstance): void {
  for (const url of ["/", "/agents/:id"])
    app.route({
      method: ["PUT", "PATCH", "OPTIONS"],
      url,
      handler: (_request, reply) =>
        sendRefusal(
          reply.header("allow", "POST"),
          toRefusal(new AppError(405, "method_not_allowed", MCP_TEXTS.wrongMethod)),
          undefined,
        ),
    });
}
