import { sql } from "kysely";
import * as z from "zod";
import {
  addFields,
  EXPORT_PAGE,
  fromBase64,
  type PersonalData,
} from "../../platform/personal-data/personal-data.ts";
import { placeValue } from "./values-store.ts";

const ValueRow = z.object({
  agent_id: z.int(),
  kind: z.enum(["memory", "vectors", "static", "table"]),
  key: z.string(),
});

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
        SELECT ${CURSOR} COLLATE "C" AS cursor, row_to_json(r)::text AS row, encode(v.value, 'base64') AS sealed
        FROM workflow_values v, LATERAL (SELECT v.agent_id, v.kind, v.key, v.updated_at) r
        WHERE v.account_id = ${accountId} AND ${CURSOR} COLLATE "C" > ${after} ORDER BY 1 ${limit}`,
      open({ row, sealed }, vault, { accountId }) {
        const { agent_id: agentId, kind, key } = ValueRow.parse(JSON.parse(row));
        const place = placeValue({ accountId, agentId }, { kind, key });
        return addFields(row, { value: JSON.stringify(vault.open(fromBase64(sealed), place)) });
      },
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
