import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";

/** What an operator needs to know of an agent; neither its source nor what callers gave it. Money in nano-USD. */
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
  /** Services that its current version uses of its callers, and agents that it calls. */
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
  /** Of all time: what callers paid, and what its developer earned of it. */
  gross: bigint;
  revenue: bigint;
}

export async function readAgentRecord(db: Queryable, agentId: number): Promise<AgentRecord | undefined> {
  const { rows } = await sql<AgentRecord>`
    SELECT a.id AS "agentId", a.name, owner.username AS owner,
      owner.suspended_at IS NOT NULL AS "ownerIsSuspended", a.created_at AS "createdAt", a.is_active AS "isActive",
      a.archived_at AS "archivedAt", a.deleted_at AS "deletedAt",
      a.suspended_at AS "suspendedAt", a.suspension_reason AS "suspensionReason", a.paused_at AS "pausedAt",
      a.paused_after_failures AS "pausedAfterFailures", a.paused_after_callers AS "pausedAfterCallers", a.visibility, a.framework,
      v.number AS version, v.state AS "versionState",
      (SELECT count(*)::integer FROM agent_versions n WHERE n.agent_id = a.id) AS versions,
      coalesce((SELECT jsonb_agg(DISTINCT c ->> 'service') FROM jsonb_array_elements(v.manifest -> 'connectors') c),
        '[]') AS connectors,
      coalesce(v.manifest -> 'agents', '[]') AS "calledAgents",
      (SELECT p.price_per_token_nano FROM agent_prices p
        WHERE p.agent_id = a.id AND p.effective_from <= now() ORDER BY p.effective_from DESC LIMIT 1)
        AS "pricePerToken",
      coalesce(s.executions, 0)::integer AS executions, coalesce(s.failed, 0)::integer AS failed,
      coalesce(s.users, 0)::integer AS users, s.rating, coalesce(s.reviews, 0) AS reviews,
      (SELECT count(*)::integer FROM review_reports p JOIN agent_reviews r ON r.id = p.review_id
        WHERE r.agent_id = a.id AND p.closed_at IS NULL) AS "openReports",
      (SELECT count(*)::integer FROM runs r
        WHERE r.agent_id = a.id AND r.status IN ('queued', 'running')) AS "liveRuns",
      money.gross, money.revenue
    FROM agents a
    LEFT JOIN agent_versions v ON v.id = a.current_version_id
    LEFT JOIN agent_stats s ON s.agent_id = a.id
    JOIN LATERAL (
      SELECT u.username, u.suspended_at FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.account_id = a.owner_account_id AND m.role = 'owner' ORDER BY m.created_at LIMIT 1
    ) owner ON true
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(d.gross), 0)::bigint AS gross, coalesce(sum(d.revenue), 0)::bigint AS revenue
      FROM agent_revenue d WHERE d.agent_id = a.id
    ) money
    WHERE a.id = ${agentId}`.execute(db);
  return rows[0];
}
