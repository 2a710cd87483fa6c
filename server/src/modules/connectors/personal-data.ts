import { sql } from "kysely";
import { EXPORT_PAGE, type PersonalData } from "../../platform/personal-data/personal-data.ts";

/**
 * Exports and deletes the person's connectors and grants, and revokes other people's grants to the account's agents.
 */
export const personalData: PersonalData = {
  export: [
    {
      name: "connectors",
      pageRows: EXPORT_PAGE.small,
      select: ({ accountId }, after, limit) => sql`
        SELECT c.id AS cursor, row_to_json(r)::text AS row
        FROM connectors c, LATERAL (SELECT c.id, c.service_name, c.credential_kind, c.usage_quota, c.current_usage,
          c.usage_month, c.is_active, c.created_at, c.updated_at) r
        WHERE c.account_id = ${accountId} AND c.id > ${after} ORDER BY c.id ${limit}`,
    },
    {
      name: "connector_grants",
      pageRows: EXPORT_PAGE.small,
      select: ({ userId }, after, limit) => sql`
        SELECT g.id AS cursor, row_to_json(r)::text AS row
        FROM connector_grants g,
        LATERAL (SELECT g.id, g.agent_id, g.connector_id, g.stands_for, g.manifest, g.created_at, g.revoked_at) r
        WHERE g.user_id = ${userId} AND g.id > ${after} ORDER BY g.id ${limit}`,
    },
  ],
  async erase(tx, { userId, accountId }) {
    await sql`DELETE FROM connector_grants WHERE user_id = ${userId}`.execute(tx);
    await sql`DELETE FROM connectors WHERE account_id = ${accountId}`.execute(tx);
    await sql`
      UPDATE connector_grants SET revoked_at = now()
      WHERE agent_owner_account_id = ${accountId} AND revoked_at IS NULL`.execute(tx);
  },
};
