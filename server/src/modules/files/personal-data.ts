import { sql } from "kysely";
import { EXPORT_PAGE, type PersonalData } from "../../platform/personal-data/personal-data.ts";

/**
 * Exports the list of the account's files, and deletes the files. Their contents are removed from the storage within
 * minutes. The export has no contents, which would be too large; each can be downloaded.
 */
export const personalData: PersonalData = {
  export: [
    {
      name: "files",
      pageRows: EXPORT_PAGE.small,
      select: ({ accountId }, after, limit) => sql`
        SELECT f.id AS cursor, row_to_json(r)::text AS row
        FROM files f, LATERAL (SELECT f.id, f.name, f.type, f.bytes AS size, f.state, f.origin, f.run_id, f.created_at,
          f.expires_at) r
        WHERE f.account_id = ${accountId} AND f.id > ${after} ORDER BY f.id ${limit}`,
    },
  ],
  async erase(tx, { accountId, userId }) {
    await sql`DELETE FROM files WHERE account_id = ${accountId} OR user_id = ${userId}`.execute(tx);
    await sql`DELETE FROM file_usage WHERE account_id = ${accountId}`.execute(tx);
  },
};
