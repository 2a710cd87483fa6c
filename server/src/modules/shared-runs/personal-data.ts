import { sql } from "kysely";
import { EXPORT_PAGE, type PersonalData } from "../../platform/personal-data/personal-data.ts";

/** Exports which runs a person has shared by link, and revokes the links. */
export const personalData: PersonalData = {
  export: [
    {
      name: "run_links",
      pageRows: EXPORT_PAGE.small,
      select: ({ userId }, after, limit) => sql`
        SELECT l.run_id AS cursor, row_to_json(r)::text AS row
        FROM run_links l, LATERAL (SELECT l.run_id, l.created_at AS shared_at) r
        WHERE l.user_id = ${userId} AND l.run_id > ${after} ORDER BY l.run_id ${limit}`,
    },
  ],
  async erase(tx, { userId, accountId }) {
    await sql`DELETE FROM run_links WHERE user_id = ${userId} OR account_id = ${accountId}`.execute(tx);
  },
};
