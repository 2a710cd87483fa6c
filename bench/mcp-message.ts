/** The headers of a client of protocol 2025-11-25 besides its credential. */
export const MCP_HEADERS = { accept: "application/json, text/event-stream" };

/** Returns a message of a client of protocol 2025-11-25. */
export const createMcpMessage = (method: string, params: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params,
});
