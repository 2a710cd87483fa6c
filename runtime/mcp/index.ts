export type { McpHttp, McpServer, McpTransport } from "./mcp-server.ts";
export { McpFailure, McpSession, type McpTool } from "./mcp-session.ts";
export { type ModelTool, toModelTools } from "./model-tools.ts";
