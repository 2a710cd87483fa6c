import type { JsonValue } from "@stoa/runtime/protocol";
import { toStorableJson } from "@stoa/runtime/sandbox";
import { isObject } from "../model/is-object.ts";
import type { JsonObject } from "../model/item.ts";
import type { NodeContext } from "../model/node-context.ts";
import { connectMcpClient, type McpServer } from "./mcp-transports.ts";

const STANDARD_TIMEOUT_MS = 60_000;
/** The maximum number of pages of tools. Servers offer tens of tools. */
const MOST_PAGES = 20;

export interface McpTool {
  name: string;
  description: string;
  parameters: JsonObject;
}

/** The requests and responses of an MCP session. */
export interface McpConnection {
  listTools(): Promise<McpTool[]>;
  call(name: string, args: JsonObject): Promise<JsonValue>;
}

/**
 * Accepts every schema and result: schemas come from the server and are not compiled here, and results are read as
 * plain JSON.
 */
const TRUSTING = {
  getValidator: () => (input: unknown) => ({
    valid: true as const,
    data: input as never,
    errorMessage: undefined,
  }),
};

/** Connects to an MCP server while `work` runs, then disconnects. */
export async function withMcp<Result>(
  context: NodeContext,
  server: McpServer,
  work: (connection: McpConnection) => Promise<Result>,
  timeoutMs = STANDARD_TIMEOUT_MS,
): Promise<Result> {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const createClient = () => new Client({ name: "stoa", version: "1" }, { jsonSchemaValidator: TRUSTING });
  const client = await connectMcpClient(createClient, context, server, timeoutMs);
  try {
    return await work({
      async listTools() {
        const tools: McpTool[] = [];
        let cursor: string | undefined;
        for (let page = 0; page < MOST_PAGES; page += 1) {
          const listed = await client.listTools(cursor === undefined ? {} : { cursor });
          for (const { name, description = "", inputSchema } of listed.tools) {
            const parameters = toStorableJson(inputSchema);
            tools.push({
              name,
              description,
              parameters: isObject(parameters) ? parameters : { type: "object" },
            });
          }
          cursor = listed.nextCursor;
          if (cursor === undefined) break;
        }
        return tools;
      },
      call: async (name, args) =>
        toStorableJson(await client.callTool({ name, arguments: args }, undefined, { timeout: timeoutMs })),
    });
  } finally {
    await client.close().catch(() => {});
  }
}
