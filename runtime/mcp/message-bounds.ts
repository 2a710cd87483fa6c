import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/client";
import { MCP_BOUNDS } from "./bounds.ts";

type Receive = NonNullable<Transport["onmessage"]>;

/** Returns why a parsed message takes too long to check, or undefined if it does not. */
function findExcess(message: unknown, maxValues: number): string | undefined {
  let values = 0;
  let level: unknown[] = [message];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MCP_BOUNDS.messageDepth)
      return `its response is nested more than ${MCP_BOUNDS.messageDepth} levels deep`;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      for (const inner of Object.values(value)) {
        values += 1;
        if (values > maxValues)
          return `its response contains more than ${maxValues.toLocaleString("en-US")} values`;
        next.push(inner);
      }
    }
    level = next;
  }
  return undefined;
}

/** Returns the message that ends a request with an error, as a server would send it. */
export function createErrorMessage(id: RequestId, message: string): JSONRPCMessage {
  return { jsonrpc: "2.0", id, error: { code: -32_000, message } };
}

/**
 * Makes a transport replace each message that would take too long to check by an error, because messages are checked on
 * the thread of the process.
 * @param isOpen returns whether the session has opened
 */
export function boundMessages(transport: Transport, isOpen: () => boolean): void {
  let receive: Receive | undefined;
  const receiveBounded: Receive = (message, ...rest) => {
    const excess = findExcess(message, isOpen() ? MCP_BOUNDS.messageValues : MCP_BOUNDS.handshakeValues);
    if (excess === undefined) receive?.(message, ...rest);
    else if ("id" in message && message.id !== undefined) receive?.(createErrorMessage(message.id, excess));
  };
  Object.defineProperty(transport, "onmessage", {
    get: () => receive && receiveBounded,
    set: (next: Receive | undefined) => {
      receive = next;
    },
  });
}
