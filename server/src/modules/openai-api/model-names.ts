import type { AgentSummary } from "@stoa/contract";
import { type AgentDirectory, toSlug } from "../catalog/index.ts";
import { createUnknownModelError } from "./api-errors.ts";

/** The agent that a request names as its model. */
export interface NamedAgent {
  agentId: number;
  /** The version after `@`; undefined for the current one. */
  version: number | undefined;
}

/** The numbers have at most nine digits, so that they fit into the columns of the database. */
const BY_ID = /^agent\/(\d{1,9})(?:@(\d{1,9}))?$/;
const BY_SLUG = /^([A-Za-z0-9_-]{3,32})\/([\p{L}\p{N}-]{1,200})(?:@(\d{1,9}))?$/u;

/** Returns the name under which requests find an agent whatever it is called later, such as `agent/12`. */
export const toModelId = (agentId: number): string => `agent/${agentId}`;

/**
 * Finds the agent of a model's name: `agent/12`, or `developer/agent-name` as in `GET /v1/models`. Both can end with a
 * version, such as `agent/12@3`. Does not check whether the caller may run the agent.
 * @throws AppError 404 for a name of another form, and for a developer who has no such agent
 */
export async function findNamedAgent(
  directory: Pick<AgentDirectory, "findBySlug">,
  model: string,
): Promise<NamedAgent> {
  const byId = BY_ID.exec(model);
  if (byId) return { agentId: Number(byId[1]), version: toVersion(byId[2]) };
  const [, developer = "", slug = "", version] = BY_SLUG.exec(model) ?? [];
  const agentId = slug === "" ? undefined : await directory.findBySlug(developer, slug.toLowerCase());
  if (agentId === undefined) throw createUnknownModelError(model);
  return { agentId, version: toVersion(version) };
}

const toVersion = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits));

/** A model of `GET /v1/models`: OpenAI's fields, and prices in OpenRouter's form. */
export interface Model {
  id: string;
  object: "model";
  created: number;
  owned_by: string;
  canonical_slug: string;
  name: string;
  description: string;
  /** The number of tokens that a request can contain. */
  context_length: number;
  /** USD per token, as text, because JSON numbers are not exact. Input and output cost the same. */
  pricing: { prompt: string; completion: string };
  architecture: { input_modalities: string[]; output_modalities: string[] };
}

/** A request of 256 kB contains about this many tokens. */
const CONTEXT_TOKENS = 60_000;

export function presentModel(agent: AgentSummary): Model {
  const takesFiles = agent.input_params.some(({ type }) => type === "file" || type === "files");
  return {
    id: toModelId(agent.id),
    object: "model",
    created: Math.floor(Date.parse(agent.created_at) / 1000),
    owned_by: agent.owner_username,
    canonical_slug: `${agent.owner_username}/${toSlug(agent.name)}`,
    name: agent.name,
    description: agent.description,
    context_length: CONTEXT_TOKENS,
    pricing: { prompt: agent.price, completion: agent.price },
    architecture: {
      input_modalities: takesFiles ? ["text", "file", "image"] : ["text"],
      output_modalities: ["text"],
    },
  };
}
