import { sql } from "kysely";
import { EXPORT_PAGE, type PersonalData } from "../../platform/personal-data/personal-data.ts";

/** Exports and erases what a person has allowed apps. Registrations of apps name nobody. */
export const personalData: PersonalData = {
  export: [
    {
      name: "connected_apps",
      pageRows: EXPORT_PAGE.small,
      select: ({ accountId }, after, limit) => sql`
        SELECT g.id AS cursor, row_to_json(r)::text AS row
        FROM oauth_grants g, LATERAL (SELECT g.id, g.client_id, g.client_name, g.redirect_uri, g.resource, g.scopes,
          g.key_id, g.created_at, g.code_used_at AS connected_at) r
        WHERE g.account_id = ${accountId} AND g.id > ${after} ORDER BY g.id ${limit}`,
    },
  ],
  async erase(tx, { accountId }) {
    await sql`DELETE FROM oauth_grants WHERE account_id = ${accountId}`.execute(tx);
  },
};
