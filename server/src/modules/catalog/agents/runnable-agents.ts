import { NUMBER_MAX, PLANS, type PlanType, TEXTS, type VersionState } from "@stoa/contract";
import { sql } from "kysely";
import type { Database, Queryable } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import { effectiveCap } from "../prices/price.ts";
import { VersionContents } from "../versions/version-contents.ts";
import { noVersionText, OTHER_VERSION, versionStateText } from "../versions/version-words.ts";
import { findExposure } from "./agent-exposure.ts";
import { BriefCache } from "./brief-cache.ts";
import { isOpenTo, mayView } from "./policy.ts";
import type { AgentStatistics, RunnableAgents } from "./runnable-agent.ts";
import { writeStatistics } from "./statistics-store.ts";
import { agentSuspended } from "./suspended-agent.ts";

/** A word for each developer whose agents ran in the last five seconds. */
const PLANS_MAX_ENTRIES = 10_000;

/** The plan an account is on now. Handed in by the accounts module. */
export type PlanOf = (accountId: string) => Promise<PlanType>;

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
}

/** The version asked for, or the current one, with the terms that hold now. */
async function findVersion(
  db: Queryable,
  agentId: number,
  version: number | undefined,
): Promise<FoundAgent | undefined> {
  const { rows } = await sql<FoundAgent>`
    SELECT name, owner_account_id AS "ownerAccountId", is_active AS "isActive",
      is_archived AS "isArchived", is_suspended AS "isSuspended", visibility,
      version_id AS "versionId", version, version_state AS "versionState", price_per_token AS "pricePerToken",
      max_cost_per_run AS "maxCostPerRun", sponsor_limit AS "sponsorLimit", p95_tokens AS "p95Tokens"
    FROM runnable_agent(${agentId}, ${version ?? null})`.execute(db);
  return rows[0];
}

/**
 * A caller who names a version that cannot be run is told why, where the agent is open to them.
 * @throws AppError 404 then.
 */
async function explainVersion(
  db: Queryable,
  { agentId, callerAccountId, version }: { agentId: number; callerAccountId: string; version: number },
  state: VersionState | undefined,
): Promise<void> {
  if (state === "listed") return;
  const exposure = await findExposure(db, agentId);
  if (!exposure || !mayView(exposure, callerAccountId)) return;
  const why = state === undefined ? noVersionText(version) : versionStateText(version, state);
  throw new AppError(404, "not_found", `${why} ${OTHER_VERSION}`);
}

/** The catalogue's face towards `runs`. */
export function createRunnableAgents(db: Database, planOf: PlanOf): RunnableAgents {
  const contents = new VersionContents(db);
  const plans = new BriefCache<PlanType>({ maxEntries: PLANS_MAX_ENTRIES });
  return {
    async find(agentId, { callerAccountId, version }) {
      if (Math.max(agentId, version ?? 1) > NUMBER_MAX) return undefined;
      const found = await findVersion(db, agentId, version);
      if (found?.isSuspended && isOpenTo({ ...found, isSuspended: false }, callerAccountId))
        throw agentSuspended();
      if (found?.isArchived && found.ownerAccountId === callerAccountId)
        throw new AppError(404, "not_found", TEXTS.agents.archivedByYou);
      if (!found || !isOpenTo(found, callerAccountId) || found.pricePerToken === null) {
        if (version !== undefined)
          await explainVersion(db, { agentId, callerAccountId, version }, found?.versionState);
        return undefined;
      }
      const { name, ownerAccountId, versionId, pricePerToken, sponsorLimit, p95Tokens } = found;
      const content = await contents.of(versionId);
      const plan = await plans.get(ownerAccountId, () => planOf(ownerAccountId));
      return {
        ...content,
        agentId,
        name,
        ownerAccountId,
        versionId,
        version: found.version,
        pricePerToken,
        maxCostPerRun: effectiveCap(found.maxCostPerRun, pricePerToken),
        sponsorLimit,
        sharePercent: PLANS[plan].revenueSharePercent,
        p95Tokens,
      };
    },
    codeOf: async (versionId) => contents.of(versionId),
    async declaredOf(agentId, accountId) {
      const found = await findExposure(db, agentId);
      if (!found || !mayView(found, accountId)) return undefined;
      const { connectors } = await contents.of(found.versionId);
      return { ownerAccountId: found.ownerAccountId, uses: connectors };
    },
    async ownedBy(agentId, accountId) {
      const found = await findExposure(db, agentId);
      return found?.ownerAccountId === accountId;
    },
    async visibleTo(agentId, accountId) {
      const found = await findExposure(db, agentId);
      return found !== undefined && mayView(found, accountId);
    },
    recordStatistics: (statistics: AgentStatistics[]) => writeStatistics(db, statistics),
  };
}
