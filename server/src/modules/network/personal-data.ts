import { sql } from "kysely";
import { EXPORT_PAGE, type PersonalData } from "../../platform/personal-data/personal-data.ts";

/**
 * Exports and deletes the hosts that a person allowed agents to reach, and revokes other people's grants to the
 * account's agents.
 */
export const personalData: PersonalData = {
  export: [
    {
      name: "host_grants",
      pageRows: EXPORT_PAGE.small,
      select: ({ userId }, after, limit) => sql`
        SELECT g.id AS cursor, row_to_json(r)::text AS row
        FROM host_grants g, LATERAL (SELECT g.id, g.agent_id, g.hosts, g.created_at, g.revoked_at) r
        WHERE g.user_id = ${userId} AND g.id > ${after} ORDER BY g.id ${limit}`,
    },
  ],
  async erase(tx, { userId, accountId }) {
    await sql`DELETE FROM host_grants WHERE user_id = ${userId}`.execute(tx);
    await sql`
      UPDATE host_grants SET revoked_at = now()
      WHERE agent_owner_account_id = ${accountId} AND revoked_at IS NULL`.execute(tx);
  },
};
