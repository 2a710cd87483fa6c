import { createMcpAnswer } from "./scripted-mcp.mjs";

/** The response to a message. The answer itself arrives on another connection. */
const TAKEN = { status: 202, type: "application/json", bytes: Buffer.alloc(0) };

/**
 * Simulates the older transport of MCP: a stream that the caller opens, and messages whose answers arrive on that
 * stream.
 */
export function createScriptedMcpStreams() {
  /** @type {import("node:http").ServerResponse[]} */
  const open = [];
  return {
    /**
     * Sends the caller the URL for its messages.
     * @param {import("node:http").ServerResponse} stream
     */
    begin(stream) {
      stream.write(`event: endpoint\ndata: ?session=${open.push(stream) - 1}\n\n`);
    },
    /**
     * Answers a message of a stream. Returns undefined for any other request.
     * @param {string} address
     * @param {Buffer} body
     */
    take(address, body) {
      const stream = open[Number(/[?&]session=(\d+)$/.exec(address)?.[1] ?? -1)];
      const answer = stream && createMcpAnswer(address, body);
      if (!answer) return undefined;
      if (answer.bytes.length > 0) stream.write(`event: message\ndata: ${answer.bytes.toString()}\n\n`);
      return TAKEN;
    },
  };
}
