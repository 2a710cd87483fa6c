import {
  type Agent,
  type AgentSummary,
  type CalledAgent,
  Category,
  nanoToDecimal,
  nanoToUsd,
  TEXTS,
  Visibility,
} from "@stoa/contract";
import { computePercent } from "../../../platform/numbers/percent.ts";
import { getEffectiveCap } from "../prices/price.ts";
import { type OfferedModels, resolveModels } from "../upload/offered-models.ts";
import {
  StoredEntry,
  StoredExamples,
  StoredFramework,
  StoredInputs,
  StoredManifest,
} from "../versions/version-content.ts";
import type { AgentDetailRow, AgentRow } from "./agent-rows.ts";
import type { CallableAgents } from "./callable-agents.ts";

/**
 * Presents an agent for lists. Fields with two names are returned under both. Values that were never measured are
 * null.
 */
export function presentSummary(row: AgentRow): AgentSummary {
  const [completed, failed] = [row.completed ?? 0n, row.failed ?? 0n];
  const developer = row.developer ?? "";
  return {
    id: row.id,
    name: row.name,
    developer,
    owner_username: developer,
    description: row.description,
    category: Category.parse(row.category),
    price: nanoToDecimal(row.pricePerToken),
    price_per_token: nanoToUsd(row.pricePerToken),
    rating: row.rating,
    average_rating: row.rating,
    reviews: row.reviews ?? 0,
    users: Number(row.users ?? 0n),
    total_executions: Number(row.executions ?? 0n),
    success_rate: computePercent(completed, completed + failed),
    median_time: row.medianMs === null ? null : Math.round(row.medianMs) / 1000,
    tags: row.tags,
    is_active: row.isActive,
    visibility: Visibility.parse(row.visibility),
    created_at: row.createdAt.toISOString(),
    agent_type: row.agentType,
    framework: StoredFramework.parse(row.framework),
    full_description: row.documentationStart,
    features: row.features,
    use_cases: row.useCases,
    input_params: StoredInputs.parse(row.inputSchema),
  };
}

/** Presents a called agent for the page of the agent that calls it. */
export function presentCalled(id: number, callable: CallableAgents): CalledAgent {
  const agent = callable.get(id);
  return {
    id,
    name: agent?.name ?? null,
    price_per_token: agent ? nanoToUsd(agent.pricePerToken) : null,
  };
}

/**
 * Presents the whole agent for a caller who may view it.
 * @param callable the called agents that anyone may run.
 * @param offer the models that this server offers now.
 */
export function presentAgent(
  row: AgentDetailRow,
  callerAccountId: string | undefined,
  callable: CallableAgents,
  offer: Pick<OfferedModels, "findModel">,
): Agent {
  const isOwner = row.ownerAccountId === callerAccountId;
  const manifest = StoredManifest.parse(row.manifest);
  const { models, connectors, agents, hosts, model_hosts, packages, engine } = manifest;
  const { memory = "none", remembersCallers } = StoredEntry.parse(row.entry);
  return {
    ...presentSummary(row),
    full_description: row.documentation,
    examples: StoredExamples.parse(row.examples),
    models,
    missing_models: resolveModels(models, offer).missing,
    connectors,
    called_agents: agents.map((id) => presentCalled(id, callable)),
    ...(hosts.length > 0 && { hosts }),
    ...(packages && { packages: packages.declared }),
    ...(model_hosts.length > 0 && { model_hosts }),
    ...(engine && { engine }),
    memory,
    ...(remembersCallers && { remembers_callers: remembersCallers }),
    version: row.version,
    next_price:
      row.nextPricePerToken === null || row.nextPriceFrom === null
        ? null
        : {
            price_per_token: nanoToUsd(row.nextPricePerToken),
            effective_from: row.nextPriceFrom.toISOString(),
          },
    updated_at: row.updatedAt.toISOString(),
    max_cost_per_run: nanoToUsd(getEffectiveCap(row.maxCostPerRun, row.pricePerToken)),
    typical_tokens: row.medianTokens,
    is_owner: isOwner,
    is_archived: row.isArchived,
    ...(isOwner && { sponsor_limit_per_run: nanoToUsd(row.sponsorLimit) }),
    ...(isOwner && row.environmentDigest !== null && { environment_digest: row.environmentDigest }),
    ...(isOwner &&
      row.suspendedAt !== null &&
      row.suspensionReason !== null && {
        suspension: { reason: row.suspensionReason, since: row.suspendedAt.toISOString() },
      }),
    ...(isOwner &&
      row.pausedAt !== null && {
        pause: {
          reason: TEXTS.agents.paused(row.pausedAfterFailures ?? 0, row.pausedAfterCallers ?? 0),
          since: row.pausedAt.toISOString(),
        },
      }),
  };
}
