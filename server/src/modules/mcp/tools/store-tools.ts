import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { type Agent, AgentListQuery, type AgentSummary, BodyAgentId, LIMITS } from "@stoa/contract";
import * as z from "zod";
import type { Caller } from "../../../platform/http/caller.ts";
import { parsePart } from "../../../platform/http/mount.ts";
import type { AgentDirectory } from "../../catalog/index.ts";
import { getToolName } from "./agent-tool.ts";
import { createInputSchema, MAX_COST_SCHEMA } from "./input-schema.ts";
import { RUN_OUTPUT_SCHEMA } from "./run-result.ts";

/** The names of the tools that do not belong to one agent. */
export const STORE_TOOLS = { search: "search_agents", describe: "describe_agent", run: "run_agent" } as const;

/** A model chooses among a few agents. More would only fill its context; it can ask for the next page. */
const FOUND_DEFAULT = 10;
const FOUND_MAX = 25;

const SearchArguments = z.strictObject({
  query: z.string().max(LIMITS.searchMaxLength).optional().meta({ description: "Words to search for" }),
  category: AgentListQuery.shape.category,
  limit: z.int().min(1).max(FOUND_MAX).default(FOUND_DEFAULT),
  cursor: z.string().max(200).optional().meta({ description: "next_cursor of the page before" }),
});
const DescribeArguments = z.strictObject({ agent_id: BodyAgentId });

const AGENT_ID = { type: "integer", minimum: 1, description: "ID of the agent, as search_agents returns it" };
const READS = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

/** The tools with which a model finds, reads and runs any agent. */
export const STORE_TOOL_LIST: readonly Tool[] = [
  {
    name: STORE_TOOLS.search,
    title: "Search agents",
    description: "Searches the Stoa store for AI agents that can do a task. Costs nothing.",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", maxLength: LIMITS.searchMaxLength, description: "Words to search for" },
        category: { type: "string", description: "Only agents of this category" },
        limit: { type: "integer", minimum: 1, maximum: FOUND_MAX, default: FOUND_DEFAULT },
        cursor: { type: "string", description: "next_cursor of the page before" },
      },
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: {
        agents: { type: "array", items: { type: "object" } },
        total: { type: "integer" },
        next_cursor: { type: ["string", "null"] },
      },
      required: ["agents", "total", "next_cursor"],
    },
    annotations: READS,
  },
  {
    name: STORE_TOOLS.describe,
    title: "Describe an agent",
    description: "Returns an agent's documentation, its input as JSON Schema, and its price. Costs nothing.",
    inputSchema: {
      type: "object",
      properties: { agent_id: AGENT_ID },
      required: ["agent_id"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: {
        id: { type: "integer" },
        name: { type: "string" },
        input_schema: { type: "object" },
        price_per_token: { type: "number" },
        max_cost_per_run: { type: "number" },
      },
      required: ["id", "name", "input_schema", "price_per_token", "max_cost_per_run"],
    },
    annotations: READS,
  },
  {
    name: STORE_TOOLS.run,
    title: "Run an agent",
    description:
      "Runs an agent and returns its output. Costs money from the user's balance: at most max_cost, or the limit that the user has set.",
    inputSchema: {
      type: "object",
      properties: {
        agent_id: AGENT_ID,
        input_data: { type: "object", description: "The input, as describe_agent returns its schema" },
        max_cost: MAX_COST_SCHEMA,
        timeout: {
          type: "integer",
          minimum: 1,
          maximum: LIMITS.runTimeoutMaxSeconds,
          description: "Seconds",
        },
        version: {
          type: "integer",
          minimum: 1,
          description: "Version of the agent. Default: the current one",
        },
        conversation_id: { type: "string", description: "Conversation that the run continues" },
      },
      required: ["agent_id", "input_data"],
      additionalProperties: false,
    },
    outputSchema: RUN_OUTPUT_SCHEMA,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  },
];

/** Answers `search_agents`. @throws AppError 400 for invalid arguments */
export async function searchAgents(
  directory: AgentDirectory,
  caller: Caller,
  given: unknown,
): Promise<CallToolResult> {
  const { query, category, limit, cursor } = parsePart(SearchArguments, given ?? {});
  const page = await directory.search({ search: query, category, limit, cursor }, caller);
  return toResult({
    agents: page.agents.map(presentFound),
    total: page.total,
    next_cursor: page.next_cursor,
  });
}

/** Answers `describe_agent`. @throws AppError 400 for invalid arguments, 404 for an agent that the caller cannot see */
export async function describeAgent(
  directory: AgentDirectory,
  caller: Caller,
  given: unknown,
): Promise<CallToolResult> {
  const { agent_id } = parsePart(DescribeArguments, given ?? {});
  return toResult(presentAgent(await directory.get(agent_id, caller)));
}

function presentFound({ id, name, developer, description, category, price_per_token, rating }: AgentSummary) {
  return { id, name, developer, description, category, price_per_token, rating };
}

function presentAgent(agent: Agent) {
  return {
    ...presentFound(agent),
    documentation: agent.full_description,
    tool_name: getToolName(agent),
    input_schema: createInputSchema(agent.input_params).schema,
    examples: agent.examples,
    max_cost_per_run: agent.max_cost_per_run,
    typical_tokens: agent.typical_tokens,
    median_time: agent.median_time,
    success_rate: agent.success_rate,
    models: agent.models,
    connectors: agent.connectors.map(({ service }) => service),
    hosts: agent.hosts ?? [],
    version: agent.version,
    is_active: agent.is_active,
  };
}

/** Returns a result as structured content, and as the text that older clients read. */
function toResult(structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}
