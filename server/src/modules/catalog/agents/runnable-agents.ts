import { NUMBER_MAX, PLANS, type PlanType, TEXTS, type VersionState } from "@stoa/contract";
import { sql } from "kysely";
import type { Database, Queryable } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import { getEffectiveCap } from "../prices/price.ts";
import { TtlCache } from "../ttl-cache.ts";
import { VersionContents } from "../versions/version-contents.ts";
import { describeMissingVersion, describeVersionState, OTHER_VERSION } from "../versions/version-messages.ts";
import { canRun, canView, createSuspensionRefusal, findAgentAccess } from "./agent-access.ts";
import type { AgentStatistics, RunnableAgents } from "./runnable-agent.ts";
import { writeStatistics } from "./statistics-store.ts";

/** The number of cached plans: enough for every developer whose agents ran in the last five seconds. */
const PLANS_MAX_ENTRIES = 10_000;

/** Returns the current plan of an account. The `accounts` module implements it. */
export type GetPlan = (accountId: string) => Promise<PlanType>;

interface FoundAgent {
  name: string;
  ownerAccountId: string;
  isActive: boolean;
  isArchived: boolean;
  isSuspended: boolean;
  visibility: string;
  versionId: string;
  version: number;
  versionState: VersionState;
  pricePerToken: bigint | null;
  maxCostPerRun: bigint | null;
  sponsorLimit: bigint;
  p95Tokens: number | null;
  hasSecrets: boolean;
}

/** Finds the requested version, or the current version, with the terms in effect now. */
async function findVersion(
  db: Queryable,
  agentId: number,
  version: number | undefined,
): Promise<FoundAgent | undefined> {
  const { rows } = await sql<FoundAgent>`
    SELECT name, owner_account_id AS "ownerAccountId", is_active AS "isActive",
      is_archived AS "isArchived", is_suspended AS "isSuspended", visibility,
      version_id AS "versionId", version, version_state AS "versionState", price_per_token AS "pricePerToken",
      max_cost_per_run AS "maxCostPerRun", sponsor_limit AS "sponsorLimit", p95_tokens AS "p95Tokens",
      EXISTS (SELECT FROM agent_secrets s WHERE s.agent_id = ${agentId}) AS "hasSecrets"
    FROM runnable_agent(${agentId}, ${version ?? null})`.execute(db);
  return rows[0];
}

/**
 * Explains to a caller who may view the agent why the requested version cannot be run.
 * @throws AppError 404 with that explanation.
 */
async function explainVersion(
  db: Queryable,
  { agentId, callerAccountId, version }: { agentId: number; callerAccountId: string; version: number },
  state: VersionState | undefined,
): Promise<void> {
  if (state === "listed") return;
  const exposure = await findAgentAccess(db, agentId);
  if (!exposure || !canView(exposure, callerAccountId)) return;
  const why = state === undefined ? describeMissingVersion(version) : describeVersionState(version, state);
  throw new AppError(404, "not_found", `${why} ${OTHER_VERSION}`);
}

/** Creates the functions that the catalog provides to `runs`. */
export function createRunnableAgents(db: Database, getPlan: GetPlan): RunnableAgents {
  const contents = new VersionContents(db);
  const plans = new TtlCache<PlanType>({ maxEntries: PLANS_MAX_ENTRIES });
  return {
    async find(agentId, { callerAccountId, version }) {
      if (Math.max(agentId, version ?? 1) > NUMBER_MAX) return undefined;
      const found = await findVersion(db, agentId, version);
      if (found?.isSuspended && canRun({ ...found, isSuspended: false }, callerAccountId))
        throw createSuspensionRefusal();
      if (found?.isArchived && found.ownerAccountId === callerAccountId)
        throw new AppError(404, "not_found", TEXTS.agents.archivedByYou);
      if (!found || !canRun(found, callerAccountId) || found.pricePerToken === null) {
        if (version !== undefined)
          await explainVersion(db, { agentId, callerAccountId, version }, found?.versionState);
        return undefined;
      }
      const { name, ownerAccountId, versionId, pricePerToken, sponsorLimit, p95Tokens, hasSecrets } = found;
      const content = await contents.read(versionId);
      const plan = await plans.get(ownerAccountId, () => getPlan(ownerAccountId));
      return {
        ...content,
        agentId,
        name,
        ownerAccountId,
        versionId,
        version: found.version,
        hasSecrets,
        pricePerToken,
        maxCostPerRun: getEffectiveCap(found.maxCostPerRun, pricePerToken),
        sponsorLimit,
        sharePercent: PLANS[plan].revenueSharePercent,
        p95Tokens,
      };
    },
    getCode: async (versionId) => contents.read(versionId),
    async findDeclaration(agentId, accountId) {
      const found = await findAgentAccess(db, agentId);
      if (!found || !canView(found, accountId)) return undefined;
      const { connectors, hosts } = await contents.read(found.versionId);
      return { ownerAccountId: found.ownerAccountId, uses: connectors, hosts };
    },
    async isOwnedBy(agentId, accountId) {
      const found = await findAgentAccess(db, agentId);
      return found?.ownerAccountId === accountId;
    },
    async isVisibleTo(agentId, accountId) {
      const found = await findAgentAccess(db, agentId);
      return found !== undefined && canView(found, accountId);
    },
    recordStatistics: (statistics: AgentStatistics[]) => writeStatistics(db, statistics),
  };
}
