import type { Tool } from "@modelcontextprotocol/server";
import type { Agent } from "@stoa/contract";
import { AppError } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import type { AgentDirectory } from "../../catalog/index.ts";
import { createInputSchema } from "./input-schema.ts";
import { RUN_OUTPUT_SCHEMA } from "./run-result.ts";

/**
 * The number of favorite agents that become tools, the latest first. Models choose badly among more tools, and Cursor
 * ignores all tools after its fortieth.
 */
export const FAVORITE_TOOLS_MAX = 37;
/** With the ID, a name stays within the 64 characters that model providers accept. */
const SLUG_MAX_LENGTH = 48;
const NAME_PATTERN = /^[a-z0-9_]+_(\d{1,10})$/;

/** Returns the name of an agent's tool: what it is called, and its ID, which makes the name unique. */
export function getToolName({ id, name }: Pick<Agent, "id" | "name">): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, SLUG_MAX_LENGTH)
    .replace(/^_+|_+$/g, "");
  return `${slug || "agent"}_${id}`;
}

/** Returns the agent that a tool's name stands for. A name stays valid when its agent is renamed. */
export function parseToolName(name: string): number | undefined {
  const id = NAME_PATTERN.exec(name)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** Returns the tool that runs one agent. */
export function createAgentTool(agent: Agent): Tool {
  return {
    name: getToolName(agent),
    title: agent.name,
    description: `${agent.description} An agent by ${agent.developer} in the Stoa store; a run costs at most ${agent.max_cost_per_run} USD from the user's balance.`,
    inputSchema: createInputSchema(agent.input_params).schema,
    outputSchema: RUN_OUTPUT_SCHEMA,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  };
}

/** Lists the caller's favorite agents that can run now, the latest first. */
export async function listFavoriteAgents(directory: AgentDirectory, caller: Caller): Promise<Agent[]> {
  const ids = (await directory.listFavorites(caller)).slice(0, FAVORITE_TOOLS_MAX);
  const found = await Promise.all(ids.map((id) => findAgent(directory, id, caller)));
  return found.filter((agent) => agent !== undefined).filter(canRun);
}

const canRun = ({ is_active, is_archived, missing_models }: Agent) =>
  is_active && !is_archived && missing_models.length === 0;

/** Returns an agent; undefined if the caller is not allowed to view it. */
async function findAgent(directory: AgentDirectory, id: number, caller: Caller): Promise<Agent | undefined> {
  try {
    return await directory.get(id, caller);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}
