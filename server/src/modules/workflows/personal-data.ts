import { sql } from "kysely";
import { EXPORT_PAGE, type PersonalData } from "../../platform/personal-data/personal-data.ts";

const CURSOR = sql`lpad(v.agent_id::text, 10, '0') || ' ' || v.kind || ' ' || v.key`;

/**
 * Exports the account's stored values. Erases them, the account's pending waits, and the values that its agents stored
 * for other accounts.
 */
export const personalData: PersonalData = {
  export: [
    // The values that workflows have stored for the account.
    {
      name: "workflow_values",
      pageRows: EXPORT_PAGE.huge,
      select: ({ accountId }, after, limit) => sql`
        SELECT ${CURSOR} COLLATE "C" AS cursor, row_to_json(r)::text AS row
        FROM workflow_values v, LATERAL (SELECT v.agent_id, v.kind, v.key, v.value, v.updated_at) r
        WHERE v.account_id = ${accountId} AND ${CURSOR} COLLATE "C" > ${after} ORDER BY 1 ${limit}`,
    },
  ],
  async erase(tx, { accountId }) {
    await sql`DELETE FROM workflow_values WHERE account_id = ${accountId}`.execute(tx);
    await sql`DELETE FROM run_waits WHERE account_id = ${accountId}`.execute(tx);
    await sql`
      DELETE FROM workflow_values
      WHERE agent_id IN (SELECT agent_id FROM agent_cards WHERE owner_account_id = ${accountId})`.execute(tx);
  },
};
