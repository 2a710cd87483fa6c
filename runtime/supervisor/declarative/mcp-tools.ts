import { boundText } from "@stoa/contract/bounded-text";
import { getMcpHost, type McpTool, type Tool } from "@stoa/contract/declarative-agent";
import { type McpTool as ListedTool, McpSession, type ModelTool, toModelTools } from "../../mcp/index.ts";
import type { Job, JsonValue } from "../../protocol/index.ts";
import { AgentFailure } from "./agent-failure.ts";
import type { CallableTool } from "./callable-tool.ts";
import type { DeclaredRun } from "./declared-run.ts";
import { createMcpHttp } from "./mcp-http.ts";
import type { RunConnection } from "./run-connection.ts";
import { parseArguments } from "./tool-definition.ts";
import { truncateResult } from "./tool-result.ts";

/** The time limit for connecting to a server and for each call. It is the default of the protocol's SDKs. */
const TIMEOUT_MS = 60_000;
/** The maximum number of tools of an agent, which OpenAI's API limits to this value. */
const MAX_TOOLS = 128;
/** The maximum size of all descriptions and schemas, about 60,000 tokens. Each model call pays for them. */
const MAX_DEFINITIONS_CHARS = 256 * 1024;
/** The maximum number of names in a sentence. */
const MAX_NAMED = 20;

/** A tool entry with its place in the file. */
interface Entry {
  tool: McpTool;
  index: number;
}

interface OpenedServer extends Entry {
  session: McpSession;
  listed: ListedTool[];
}

/** Returns the error of a run whose MCP server cannot be used. */
function createServerFailure({ tool, index }: Entry, why: string): AgentFailure {
  const sentence = `Could not use the MCP server ${getMcpHost(tool)}: ${why}.`;
  return new AgentFailure(sentence, `field "tools[${index}]": ${sentence}`);
}

const getReason = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");

/** Returns a tool's result as text for a model. */
function toText(result: JsonValue): string {
  const { content = [], structuredContent, isError } = Object(result) as { [name: string]: JsonValue };
  const parts = Array.isArray(content) ? content : [];
  const texts = parts.map((part) => {
    const { type, text, mimeType, uri, resource } = Object(part) as { [name: string]: JsonValue };
    if (typeof text === "string") return text;
    const inner = Object(resource ?? null) as { [name: string]: JsonValue };
    if (typeof inner.text === "string") return inner.text;
    const kind = [type, mimeType ?? inner.mimeType, uri ?? inner.uri].filter(
      (each) => typeof each === "string",
    );
    return `[Not text: ${boundText(kind.join(" "), 200)}]`;
  });
  const text = texts.join("\n").trim();
  const output = text === "" && structuredContent !== undefined ? JSON.stringify(structuredContent) : text;
  const answer = truncateResult(output === "" ? "[No output]" : output, false);
  return isError === true ? `The tool failed: ${answer}` : answer;
}

/** The MCP servers of a run, each with an open session. */
export class McpTools {
  readonly #servers: readonly OpenedServer[];
  readonly #run: DeclaredRun;

  private constructor(servers: readonly OpenedServer[], run: DeclaredRun) {
    this.#servers = servers;
    this.#run = run;
  }

  /**
   * Connects to the servers and lists their tools. A trial run connects to none.
   * @throws AgentFailure if a server cannot be used, because a model without its tools would make up their results
   */
  static async open(
    tools: readonly Tool[],
    job: Job,
    connection: RunConnection,
    run: DeclaredRun,
  ): Promise<McpTools> {
    const entries = tools.flatMap((tool, index): Entry[] => (tool.type === "mcp" ? [{ tool, index }] : []));
    if (job.trial || entries.length === 0) return new McpTools([], run);
    const opened: OpenedServer[] = [];
    const results = await Promise.allSettled(
      entries.map(async (entry) => opened.push(await openServer(entry, job, connection))),
    );
    const servers = new McpTools(
      opened.sort((left, right) => left.index - right.index),
      run,
    );
    const failed = results.find((result) => result.status === "rejected");
    if (failed === undefined) return servers;
    await servers.close();
    throw failed.reason;
  }

  /**
   * Returns the tools of all servers. Tools that no model can call are named in the log.
   * @param others the other tools of the agent, which share the limits and whose names are taken
   * @throws AgentFailure if a tool that the file names is missing or cannot be used, or if there are too many tools
   */
  list(others: readonly CallableTool[]): CallableTool[] {
    const taken = new Set(others.map(({ definition }) => definition.function.name));
    const tools = this.#servers.flatMap((server) => this.#listServer(server, taken));
    if (this.#servers.length > 0) requireRoom([...others, ...tools]);
    return tools;
  }

  #listServer({ tool, index, session, listed }: OpenedServer, taken: Set<string>): CallableTool[] {
    const names = tool.allowed_tools;
    const missing = names?.filter((name) => !listed.some((each) => each.name === name)) ?? [];
    if (missing.length > 0)
      throw createServerFailure(
        { tool, index },
        `it has no tool named ${joinNames(missing)}. It has: ${joinNames(listed.map(({ name }) => name))}. Correct allowed_tools`,
      );
    const chosen = names ? listed.filter(({ name }) => names.includes(name)) : listed;
    const { tools, leftOut } = toModelTools(chosen, `${tool.name}_`, taken);
    const [first] = leftOut;
    if (names && first !== undefined) throw createServerFailure({ tool, index }, getReason(new Error(first)));
    for (const reason of leftOut.slice(0, MAX_NAMED)) this.#run.warn(`${getMcpHost(tool)}: ${reason}`);
    return tools.map((each) => createCallable(each, tool, session));
  }

  /** Ends the sessions. Never rejects. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map(({ session }) => session.close()));
  }
}

const joinNames = (names: readonly string[]) =>
  names.length === 0 ? "none" : boundText(names.slice(0, MAX_NAMED).join(", "), 1_000);

async function openServer(entry: Entry, job: Job, connection: RunConnection): Promise<OpenedServer> {
  const http = createMcpHttp(entry.tool, job, connection);
  const { signal } = connection;
  let session: McpSession | undefined;
  try {
    session = await McpSession.open({
      url: new URL(entry.tool.url),
      transport: "httpStreamable",
      http,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    return { ...entry, session, listed: await session.listTools() };
  } catch (error) {
    await session?.close();
    throw createServerFailure(entry, getReason(error));
  }
}

function createCallable(
  { name, original, description, parameters }: ModelTool,
  tool: McpTool,
  session: McpSession,
): CallableTool {
  return {
    definition: { type: "function", function: { name, description, parameters } },
    async call(argumentsText) {
      const read = parseArguments(argumentsText);
      if ("problem" in read) return read.problem;
      try {
        return toText(await session.call(original, read.values));
      } catch (error) {
        return `Could not call the tool of ${getMcpHost(tool)}: ${getReason(error)}.`;
      }
    },
  };
}

/** @throws AgentFailure if a model cannot get all tools */
function requireRoom(tools: readonly CallableTool[]): void {
  const remedy = "Name the tools that the agent needs in allowed_tools";
  if (tools.length > MAX_TOOLS)
    throw new AgentFailure(
      `The MCP servers of this agent have too many tools: ${tools.length} together with its other tools, and models accept ${MAX_TOOLS}. ${remedy}.`,
    );
  const chars = tools.reduce((sum, { definition }) => sum + JSON.stringify(definition.function).length, 0);
  if (chars > MAX_DEFINITIONS_CHARS)
    throw new AgentFailure(
      `The tools of this agent are described in ${Math.ceil(chars / 1024)} KiB, and at most ${MAX_DEFINITIONS_CHARS / 1024} KiB are supported. ${remedy}.`,
    );
}
