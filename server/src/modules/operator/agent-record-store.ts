import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";

/** The data about an agent that an operator sees, without its source and its callers' inputs. Money is in nano-USD. */
export interface AgentRecord {
  agentId: number;
  name: string;
  owner: string;
  ownerIsSuspended: boolean;
  createdAt: Date;
  isActive: boolean;
  archivedAt: Date | null;
  deletedAt: Date | null;
  suspendedAt: Date | null;
  suspensionReason: string | null;
  pausedAt: Date | null;
  pausedAfterFailures: number | null;
  pausedAfterCallers: number | null;
  visibility: string;
  framework: string;
  version: number | null;
  versionState: string | null;
  versions: number;
  /** The services that the agent's current version uses with callers' credentials, and the agents that it calls. */
  connectors: string[];
  calledAgents: number[];
  pricePerToken: bigint | null;
  executions: number;
  failed: number;
  users: number;
  rating: number | null;
  reviews: number;
  openReports: number;
  liveRuns: number;
  /** All-time totals: what callers paid, and what the developer earned from it. */
  gross: bigint;
  revenue: bigint;
}

export async function readAgentRecord(db: Queryable, agentId: number): Promise<AgentRecord | undefined> {
  const { rows } = await sql<AgentRecord>`
    SELECT a.agent_id AS "agentId", a.name, owner.username AS owner,
      owner.suspended_at IS NOT NULL AS "ownerIsSuspended", a.created_at AS "createdAt", a.is_active AS "isActive",
      a.archived_at AS "archivedAt", a.deleted_at AS "deletedAt",
      a.suspended_at AS "suspendedAt", a.suspension_reason AS "suspensionReason", a.paused_at AS "pausedAt",
      a.paused_after_failures AS "pausedAfterFailures", a.paused_after_callers AS "pausedAfterCallers", a.visibility, a.framework,
      a.version, a.version_state AS "versionState", a.versions,
      coalesce((SELECT jsonb_agg(DISTINCT c ->> 'service') FROM jsonb_array_elements(a.manifest -> 'connectors') c),
        '[]') AS connectors,
      coalesce(a.manifest -> 'agents', '[]') AS "calledAgents", a.price_per_token AS "pricePerToken",
      coalesce(s.executions, 0)::integer AS executions, coalesce(s.failed, 0)::integer AS failed,
      coalesce(s.users, 0)::integer AS users, s.rating, coalesce(s.reviews, 0) AS reviews,
      (SELECT count(*)::integer FROM open_reports p WHERE p.agent_id = a.agent_id) AS "openReports",
      (SELECT count(*)::integer FROM live_runs r WHERE r.agent_id = a.agent_id) AS "liveRuns",
      money.gross, money.revenue
    FROM agent_records a
    LEFT JOIN agent_figures s ON s.agent_id = a.agent_id
    JOIN LATERAL (
      SELECT o.username, o.suspended_at FROM account_owners o
      WHERE o.account_id = a.owner_account_id ORDER BY o.joined_at LIMIT 1
    ) owner ON true
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(d.gross), 0)::bigint AS gross, coalesce(sum(d.revenue), 0)::bigint AS revenue
      FROM agent_revenue d WHERE d.agent_id = a.agent_id
    ) money
    WHERE a.agent_id = ${agentId}`.execute(db);
  return rows[0];
}
