import { sql } from "kysely";
import {
  addFields,
  EXPORT_PAGE,
  fromBase64,
  type PersonalData,
  toUsd,
} from "../../platform/personal-data/personal-data.ts";
import { placeInput } from "./inputs.ts";

/** Exports and deletes an account's schedules together with their history. */
export const personalData: PersonalData = {
  export: [
    {
      name: "schedules",
      pageRows: EXPORT_PAGE.large,
      select: ({ accountId }, after, limit) => sql`
        SELECT s.id AS cursor, row_to_json(r)::text AS row, encode(s.input, 'base64') AS sealed
        FROM schedules s, LATERAL (SELECT s.id, s.api_key_id, s.name, s.agent_id, s.version, s.timeout_seconds,
          s.cron, s.time_zone, s.ends_at, ${toUsd("s.max_cost")} AS max_cost, ${toUsd("s.monthly_cap")} AS monthly_cap,
          ${toUsd("s.agreed_price")} AS agreed_price_per_token, s.paused_because, s.created_at, s.updated_at) r
        WHERE s.account_id = ${accountId} AND s.id > ${after} ORDER BY s.id ${limit}`,
      open: ({ cursor: id, row, sealed }, vault, { accountId }) =>
        addFields(row, { input: vault.open(fromBase64(sealed), placeInput({ id, accountId })) }),
    },
    // Exports the history of the schedules' due times.
    {
      name: "schedule_times",
      pageRows: EXPORT_PAGE.small,
      select: ({ accountId }, after, limit) => sql`
        SELECT t.id AS cursor, row_to_json(r)::text AS row
        FROM schedule_times t JOIN schedules s ON s.id = t.schedule_id,
        LATERAL (SELECT t.id, t.schedule_id, t.due_at, t.last_due_at, t.is_manual, t.state, t.reason, t.run_id,
          ${toUsd("t.cost")} AS cost, t.ended_at) r
        WHERE s.account_id = ${accountId} AND t.id > ${after} ORDER BY t.id ${limit}`,
    },
  ],
  async erase(tx, { accountId }) {
    await sql`DELETE FROM schedules WHERE account_id = ${accountId}`.execute(tx);
  },
};
