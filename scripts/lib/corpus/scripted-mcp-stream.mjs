import { mcpAnswer } from "./scripted-mcp.mjs";

/** What a server says to a message whose answer goes another way. */
const TAKEN = { status: 202, type: "application/json", bytes: Buffer.alloc(0) };

/** The older transport of MCP: a stream that the caller opens, and messages whose answers come down that stream. */
export function scriptedMcpStreams() {
  /** @type {import("node:http").ServerResponse[]} */
  const open = [];
  return {
    /** Tells the caller where to send its messages. @param {import("node:http").ServerResponse} stream */
    begin(stream) {
      stream.write(`event: endpoint\ndata: ?session=${open.push(stream) - 1}\n\n`);
    },
    /**
     * Answers a message of a stream; undefined where it is none.
     * @param {string} address
     * @param {Buffer} body
     */
    take(address, body) {
      const stream = open[Number(/[?&]session=(\d+)$/.exec(address)?.[1] ?? -1)];
      const answer = stream && mcpAnswer(address, body);
      if (!answer) return undefined;
      if (answer.bytes.length > 0) stream.write(`event: message\ndata: ${answer.bytes.toString()}\n\n`);
      return TAKEN;
    },
  };
}
