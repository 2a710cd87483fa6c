import { sql } from "kysely";
import * as z from "zod";
import {
  addFields,
  EXPORT_PAGE,
  fromBase64,
  type PersonalData,
} from "../../platform/personal-data/personal-data.ts";
import { deleteStoresAbout, deleteStoresOfOwner } from "./owned-store.ts";
import { placeValue } from "./run-store.ts";

const ValueRow = z.object({ agent_id: z.int(), is_shared: z.boolean(), key: z.string() });

const CURSOR = sql`lpad(s.id::text, 19, '0') || ' ' || v.key`;

/**
 * Exports what agents remember about a person, and the values that the runs of the account's agents share. Erases both, and
 * what the account's agents remember about other people. What these agents remember about other people is not exported,
 * because only those people see it.
 */
export const personalData: PersonalData = {
  export: [
    {
      name: "remembered_values",
      pageRows: EXPORT_PAGE.large,
      select: ({ userId, accountId }, after, limit) => sql`
        SELECT ${CURSOR} COLLATE "C" AS cursor, row_to_json(r)::text AS row,
          encode(v.value, 'base64') AS sealed
        FROM remembered_stores s JOIN remembered_values v ON v.store_id = s.id, LATERAL (
          SELECT s.agent_id, s.user_id IS NULL AS is_shared, v.key, v.updated_at, v.expires_at) r
        WHERE (s.user_id = ${userId} OR s.user_id IS NULL AND s.agent_id IN (
            SELECT a.agent_id FROM agent_cards a WHERE a.owner_account_id = ${accountId}))
          AND (v.expires_at IS NULL OR v.expires_at > now())
          AND ${CURSOR} COLLATE "C" > ${after} ORDER BY 1 ${limit}`,
      open({ row, sealed }, vault, subject) {
        const { agent_id: agentId, is_shared: isShared, key } = ValueRow.parse(JSON.parse(row));
        const place = placeValue({ agentId, userId: isShared ? null : subject.userId }, key);
        return addFields(row, { value: JSON.stringify(vault.open(fromBase64(sealed), place)) });
      },
    },
  ],
  async erase(tx, { userId, accountId }) {
    await deleteStoresAbout(tx, userId);
    await deleteStoresOfOwner(tx, accountId);
  },
};
