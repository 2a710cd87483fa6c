/**
 * The one tool of a server; the servers of a workflow have tools of different names.
 * @param {string} address
 */
const toolAt = (address) => ({
  name: `look_up_${address.replace(/^https?:\/\/|\?.*$/g, "").replace(/\W+/g, "_")}`.slice(0, 60),
  description: "Looks something up",
  inputSchema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
});

/** What an MCP server of one tool gives, by the method. */
/** @type {Readonly<Record<string, (address: string) => object>>} */
const RESULTS = {
  initialize: () => ({
    protocolVersion: "2025-03-26",
    capabilities: { tools: {} },
    serverInfo: { name: "scripted", version: "1" },
  }),
  "tools/list": (address) => ({ tools: [toolAt(address)] }),
  "tools/call": () => ({ content: [{ type: "text", text: "What was found" }] }),
};

/**
 * The answer to a message of the Model Context Protocol; undefined where the body is none.
 * @param {string} address
 * @param {Buffer} body
 * @returns {{ status: number; type: string; bytes: Buffer } | undefined}
 */
export function mcpAnswer(address, body) {
  if (!body.includes('"jsonrpc"')) return undefined;
  const { id, method } = JSON.parse(body.toString());
  if (id === undefined) return { status: 202, type: "application/json", bytes: Buffer.alloc(0) };
  const answer = { jsonrpc: "2.0", id, result: RESULTS[method]?.(address) ?? {} };
  return { status: 200, type: "application/json", bytes: Buffer.from(JSON.stringify(answer)) };
}
