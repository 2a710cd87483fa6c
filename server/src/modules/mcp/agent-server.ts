import {
  type CallToolResult,
  type McpRequestContext,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import type { Agent } from "@stoa/contract";
import { AppError } from "../../platform/http/app-error.ts";
import { getCall, type McpCall } from "./call.ts";
import { type ClientFiles, listFileResources, readFileResource } from "./file-resources.ts";
import { FILE_URI_TEMPLATE } from "./file-uri.ts";
import { MCP_TEXTS } from "./texts.ts";
import { createAgentTool, listFavoriteAgents, parseToolName } from "./tools/agent-tool.ts";
import { type RunToolDeps, runAnyAgent, runOneAgent, type ToolArguments } from "./tools/run-tool.ts";
import { describeAgent, STORE_TOOL_LIST, STORE_TOOLS, searchAgents } from "./tools/store-tools.ts";

export interface AgentServerDeps extends RunToolDeps {
  files: ClientFiles;
  version: string;
}

/** How long a client of protocol 2026-07-28 may keep a list. Favorites change rarely, and an old list does no harm. */
const LIST_TTL_MS = 60_000;

/** Returns the server for one message of a client: it holds nothing between messages, so any node can answer. */
export function createAgentServer(
  deps: AgentServerDeps,
  { authInfo, era }: Pick<McpRequestContext, "authInfo" | "era">,
): McpServer {
  const call = getCall(authInfo);
  const { agent, caller } = call;
  const list = { ttlMs: LIST_TTL_MS, cacheScope: "private" as const };
  const mcpServer = new McpServer(
    { name: "stoa", title: agent?.name ?? MCP_TEXTS.title, version: deps.version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: agent ? MCP_TEXTS.oneAgent(agent.name) : MCP_TEXTS.instructions,
      cacheHints: { "tools/list": list, "resources/templates/list": list, "server/discover": list },
    },
  );
  // The tools differ by caller, so that they are not registered but answered by handlers.
  const { server } = mcpServer;
  server.setRequestHandler("tools/list", () =>
    answer(deps, async () => ({ tools: await listTools(deps, call) })),
  );
  server.setRequestHandler("tools/call", ({ params }, context) =>
    answer(deps, () => callTool(deps, { call, context, isModern: era === "modern" }, params)),
  );
  server.setRequestHandler("resources/list", ({ params }) =>
    answer(deps, () => listFileResources(deps.files, caller, params?.cursor)),
  );
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [
      {
        uriTemplate: FILE_URI_TEMPLATE,
        name: "file",
        title: "A file of yours, or one that an agent returned",
      },
    ],
  }));
  server.setRequestHandler("resources/read", ({ params }) =>
    answer(deps, () => readFileResource(deps.files, caller, params.uri)),
  );
  return mcpServer;
}

/** Keeps the private causes of errors out of replies: the SDK would send the message of every error. */
async function answer<T>({ log }: AgentServerDeps, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (error instanceof AppError && error.status < 500)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, { error: error.code });
    log.error({ err: error }, "failed to answer an MCP message");
    throw new ProtocolError(ProtocolErrorCode.InternalError, MCP_TEXTS.internal);
  }
}

async function listTools(deps: AgentServerDeps, { agent, caller }: McpCall): Promise<Tool[]> {
  if (agent) return [createAgentTool(agent)];
  const favorites = await listFavoriteAgents(deps.directory, caller);
  return [...STORE_TOOL_LIST, ...favorites.map(createAgentTool)];
}

interface ToolCall {
  call: McpCall;
  context: ServerContext;
  isModern: boolean;
}

/** Calls a tool. What the product refuses is an error of the tool, which the model reads and can correct. */
async function callTool(
  deps: AgentServerDeps,
  on: ToolCall,
  { name, arguments: given = {} }: { name: string; arguments?: ToolArguments | undefined },
): Promise<CallToolResult> {
  const work = await findTool(deps, on, name, given);
  if (!work)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, MCP_TEXTS.unknownTool(name.slice(0, 200)));
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "internal") throw error;
    return { content: [{ type: "text", text: describeRefusal(error) }], isError: true };
  }
}

async function findTool(
  deps: AgentServerDeps,
  on: ToolCall,
  name: string,
  given: ToolArguments,
): Promise<(() => Promise<CallToolResult>) | undefined> {
  const { caller, agent } = on.call;
  if (!agent) {
    if (name === STORE_TOOLS.search) return () => searchAgents(deps.directory, caller, given);
    if (name === STORE_TOOLS.describe) return () => describeAgent(deps.directory, caller, given);
    if (name === STORE_TOOLS.run) return () => runAnyAgent(deps, on, given);
  }
  const found = await findAgentOfTool(deps, on.call, name);
  return found && (() => runOneAgent(deps, on, found, given));
}

/** Returns the agent whose tool has a name: the agent of the path, or a favorite. */
async function findAgentOfTool(
  { directory }: AgentServerDeps,
  { agent, caller }: McpCall,
  name: string,
): Promise<Agent | undefined> {
  const id = parseToolName(name);
  if (id === undefined) return undefined;
  if (agent) return agent.id === id ? agent : undefined;
  return (await directory.listFavorites(caller)).includes(id) ? directory.get(id, caller) : undefined;
}

/** Returns the text of a refusal with every invalid field, so that a model can correct all of them at once. */
function describeRefusal({ message, errors = [] }: AppError): string {
  const others = errors.map((error) => error.message).filter((text) => text !== message);
  return [message, ...others].join("\n");
}
