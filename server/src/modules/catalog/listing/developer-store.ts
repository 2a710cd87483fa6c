import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";

/** The combined figures of a person's listed agents. */
export interface DeveloperRow {
  username: string;
  since: Date;
  agents: bigint;
  executions: bigint;
  completed: bigint;
  ended: bigint;
  reviews: bigint;
  /** The mean of all reviews; `null` before the first. */
  rating: number | null;
}

/**
 * Finds a person by name, ignoring case. Counts the agents that the caller would find in the marketplace.
 * @returns `undefined` for an unknown name and for a person without such an agent.
 */
export async function readDeveloper(
  db: Queryable,
  username: string,
  callerAccountId: string | undefined,
): Promise<DeveloperRow | undefined> {
  const { rows } = await sql<DeveloperRow>`
    SELECT o.username, o.user_created_at AS since, count(*) AS agents,
      coalesce(sum(document.executions), 0)::bigint AS executions,
      coalesce(sum(stats.completed), 0)::bigint AS completed,
      coalesce(sum(stats.completed + stats.failed), 0)::bigint AS ended,
      coalesce(sum(stats.reviews), 0)::bigint AS reviews,
      sum(stats.rating * stats.reviews) / nullif(sum(stats.reviews), 0) AS rating
    FROM account_owners o
    JOIN search_documents document ON document.owner_account_id = o.account_id
      AND (document.visibility = 'public' OR document.owner_account_id = ${callerAccountId ?? null})
    LEFT JOIN agent_stats stats ON stats.agent_id = document.agent_id
    WHERE lower(o.username) = lower(${username})
    GROUP BY o.user_id, o.username, o.user_created_at`.execute(db);
  return rows[0];
}
