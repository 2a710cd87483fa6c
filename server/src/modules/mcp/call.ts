import type { AuthInfo } from "@modelcontextprotocol/server";
import type { Agent } from "@stoa/contract";
import type { Caller } from "../../platform/http/caller.ts";

/** An HTTP request of a client, as the handlers of its messages see it. */
export interface McpCall {
  caller: Caller;
  /** The agent of the path `/mcp/agents/{id}`, which offers this agent alone. */
  agent: Agent | undefined;
  /** The session that `initialize` named; undefined if the client sent none. Protocol 2026-07-28 has no sessions. */
  sessionId: string | undefined;
  /** The protocol version in the header, which clients send since 2025-06-18. */
  protocolVersion: string | undefined;
}

const calls = new WeakMap<AuthInfo, McpCall>();

/** Returns the object with which the SDK passes a call on to the handlers of its messages. */
export function attachCall(call: McpCall): AuthInfo {
  const info: AuthInfo = { token: "", clientId: call.caller.keyId ?? call.caller.userId, scopes: [] };
  calls.set(info, call);
  return info;
}

/** Returns the call that `attachCall` attached. */
export function getCall(info: AuthInfo | undefined): McpCall {
  const call = info && calls.get(info);
  if (!call) throw new Error("a message has no call");
  return call;
}

/** Returns whether the client knows resource links and structured output, which came with protocol 2025-06-18. */
export function knowsResourceLinks({ protocolVersion }: McpCall): boolean {
  return protocolVersion !== undefined && protocolVersion >= "2025-06-18";
}
