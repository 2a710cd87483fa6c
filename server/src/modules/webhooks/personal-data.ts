import { sql } from "kysely";
import { EXPORT_PAGE, type PersonalData } from "../../platform/personal-data/personal-data.ts";

/**
 * Exports and deletes an account's webhooks and their events. Locks the endpoints in the order in
 * which the end of a run does: those of runs first, and each kind by its ids.
 */
export const personalData: PersonalData = {
  export: [
    {
      name: "webhooks",
      pageRows: EXPORT_PAGE.small,
      select: ({ accountId }, after, limit) => sql`
        SELECT e.id AS cursor, row_to_json(r)::text AS row
        FROM webhook_endpoints e, LATERAL (SELECT e.id, e.run_id, e.name, e.url, e.description, e.event_types, e.is_active, e.disabled_reason,
          e.failing_since, e.created_at, e.updated_at) r
        WHERE e.account_id = ${accountId} AND e.id > ${after} ORDER BY e.id ${limit}`,
    },
    // Exports one row per event, with the endpoints to which it was sent and their responses.
    {
      name: "webhook_events",
      pageRows: EXPORT_PAGE.large,
      select: ({ accountId }, after, limit) => sql`
        SELECT v.id AS cursor, row_to_json(r)::text AS row
        FROM webhook_events v, LATERAL (SELECT v.id, v.type, v.run_id, v.facts, v.occurred_at, (
          SELECT coalesce(json_agg(d ORDER BY d.id), '[]') FROM (
            SELECT w.id, w.endpoint_id, w.status, w.created_at, w.ended_at, (
              SELECT coalesce(json_agg(json_build_object('number', a.number, 'started_at', a.started_at,
                'duration_ms', a.duration_ms, 'http_status', a.http_status, 'error', a.error, 'answer', a.answer)
                ORDER BY a.number), '[]')
              FROM webhook_attempts a WHERE a.delivery_id = w.id) AS attempts
            FROM webhook_deliveries w WHERE w.event_id = v.id) d) AS deliveries) r
        WHERE v.account_id = ${accountId} AND v.id > ${after} ORDER BY v.id ${limit}`,
    },
  ],
  async erase(tx, { accountId }) {
    await sql`
      DELETE FROM webhook_endpoints WHERE id IN (
        SELECT id FROM webhook_endpoints WHERE account_id = ${accountId} ORDER BY run_id IS NULL, id FOR UPDATE)`.execute(
      tx,
    );
    await sql`DELETE FROM webhook_events WHERE account_id = ${accountId}`.execute(tx);
  },
};
