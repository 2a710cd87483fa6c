import { sql } from "kysely";
import { placeTitle } from "../../platform/crypto/content-vault.ts";
import {
  addFields,
  EXPORT_PAGE,
  fromBase64,
  type PersonalData,
  toUsd,
} from "../../platform/personal-data/personal-data.ts";

/** Exports and deletes a person's conversations. The messages and answers of their turns are in the exported runs. */
export const personalData: PersonalData = {
  export: [
    {
      name: "conversations",
      pageRows: EXPORT_PAGE.small,
      select: ({ userId }, after, limit) => sql`
        SELECT v.id AS cursor, row_to_json(r)::text AS row, encode(v.title, 'base64') AS sealed
        FROM conversations v, LATERAL (SELECT v.id, v.agent_id, ${toUsd("v.max_cost")} AS max_cost, v.current_turn,
          v.created_at, v.updated_at,
          (SELECT l.created_at FROM conversation_links l WHERE l.conversation_id = v.id) AS shared_at,
          (SELECT json_agg(json_build_object('turn', t.turn, 'parent', t.parent, 'run_id', t.run_id) ORDER BY t.turn)
            FROM conversation_turns t WHERE t.conversation_id = v.id) AS turns) r
        WHERE v.user_id = ${userId} AND v.id > ${after} ORDER BY v.id ${limit}`,
      open({ cursor: id, row, sealed }, vault, { userId }) {
        const title = sealed === null ? null : vault.open(fromBase64(sealed), placeTitle({ id, userId }));
        return addFields(row, { title: JSON.stringify(title) });
      },
    },
  ],
  async erase(tx, { userId }) {
    await sql`DELETE FROM conversations WHERE user_id = ${userId}`.execute(tx);
  },
};
