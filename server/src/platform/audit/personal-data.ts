import { sql } from "kysely";
import { EXPORT_PAGE, type PersonalData } from "../personal-data/personal-data.ts";

/** Keeps the entries, because operator actions must remain on record. They refer to accounts only by id. */
export const personalData: PersonalData = {
  export: [
    // Exports operator actions on the person or the account, without the operator's identity. Includes the reason only
    // if the person was shown it.
    {
      name: "operator_actions",
      pageRows: EXPORT_PAGE.small,
      select: ({ userId, accountId }, after, limit) => sql`
        SELECT l.id AS cursor, row_to_json(r)::text AS row
        FROM audit_log l, LATERAL (SELECT l.action, l.before, l.after, l.details, l.created_at) r
        WHERE l.subject IN (${userId}, ${accountId}) AND l.id > ${after} ORDER BY l.id ${limit}`,
    },
  ],
  erase: () => Promise.resolve(),
};
