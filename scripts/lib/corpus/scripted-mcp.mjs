/**
 * Returns the only tool of a server. The servers of a workflow have tools with different names.
 * @param {string} address
 */
const createTool = (address) => ({
  name: `look_up_${address.replace(/^https?:\/\/|\?.*$/g, "").replace(/\W+/g, "_")}`.slice(0, 60),
  description: "Looks something up",
  inputSchema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
});

/** The results of an MCP server with one tool, keyed by method. */
/** @type {Readonly<Record<string, (address: string) => object>>} */
const RESULTS = {
  initialize: () => ({
    protocolVersion: "2025-03-26",
    capabilities: { tools: {} },
    serverInfo: { name: "scripted", version: "1" },
  }),
  "tools/list": (address) => ({ tools: [createTool(address)] }),
  "tools/call": () => ({ content: [{ type: "text", text: "What was found" }] }),
};

/**
 * Returns the answer to a message of the Model Context Protocol. Returns undefined for any other body.
 * @param {string} address
 * @param {Buffer} body
 * @returns {{ status: number; type: string; bytes: Buffer } | undefined}
 */
export function createMcpAnswer(address, body) {
  if (!body.includes('"jsonrpc"')) return undefined;
  const { id, method } = JSON.parse(body.toString());
  if (id === undefined) return { status: 202, type: "application/json", bytes: Buffer.alloc(0) };
  const answer = { jsonrpc: "2.0", id, result: RESULTS[method]?.(address) ?? {} };
  return { status: 200, type: "application/json", bytes: Buffer.from(JSON.stringify(answer)) };
}
