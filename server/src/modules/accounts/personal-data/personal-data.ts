import { sql } from "kysely";
import { EXPORT_PAGE, type PersonalData, toUsd } from "../../../platform/personal-data/personal-data.ts";

/**
 * Exports a person's profile, sessions, keys, subscriptions and linked sign-ins. Deletes everything that identifies the
 * person, and their sessions, keys and links. Their ids stay in the ledger.
 */
export const personalData: PersonalData = {
  export: [
    {
      name: "user",
      pageRows: EXPORT_PAGE.small,
      select: ({ userId }, after, limit) => sql`
        SELECT u.id AS cursor, row_to_json(r)::text AS row
        FROM users u JOIN user_identities i ON i.user_id = u.id
        JOIN memberships m ON m.user_id = u.id JOIN accounts a ON a.id = m.account_id,
        LATERAL (SELECT u.id, u.username, i.email, u.is_operator, u.created_at, a.id AS account_id, a.plan_type, m.role) r
        WHERE u.id = ${userId} AND u.id > ${after} ORDER BY u.id ${limit}`,
    },
    {
      name: "subscriptions",
      pageRows: EXPORT_PAGE.small,
      select: ({ accountId }, after, limit) => sql`
        SELECT s.id AS cursor, row_to_json(r)::text AS row
        FROM subscriptions s, LATERAL (SELECT s.plan_type, s.period_anchor, s.started_at, s.ended_at) r
        WHERE s.account_id = ${accountId} AND s.id > ${after} ORDER BY s.id ${limit}`,
    },
    {
      name: "sessions",
      pageRows: EXPORT_PAGE.small,
      select: ({ userId }, after, limit) => sql`
        SELECT encode(s.token_hash, 'hex') AS cursor, row_to_json(r)::text AS row
        FROM sessions s, LATERAL (SELECT s.created_at, s.expires_at, s.revoked_at) r
        WHERE s.user_id = ${userId} AND s.token_hash > decode(${after}, 'hex') ORDER BY s.token_hash ${limit}`,
    },
    {
      name: "provider_identities",
      pageRows: EXPORT_PAGE.small,
      select: ({ userId }, after, limit) => sql`
        SELECT p.provider AS cursor, row_to_json(r)::text AS row
        FROM provider_identities p,
        LATERAL (SELECT p.provider, p.subject, p.email, p.created_at, p.last_used_at) r
        WHERE p.user_id = ${userId} AND p.provider > ${after} ORDER BY p.provider ${limit}`,
    },
    {
      name: "api_keys",
      pageRows: EXPORT_PAGE.small,
      select: ({ accountId }, after, limit) => sql`
        SELECT k.id AS cursor, row_to_json(r)::text AS row
        FROM api_keys k LEFT JOIN key_limits l ON l.account_id = k.account_id AND l.key_id = k.id,
        LATERAL (SELECT k.id, k.name, k.prefix, k.scopes, k.created_at, k.last_used_at, k.expires_at, k.revoked_at,
          ${toUsd("l.per_run")} AS limit_per_run, ${toUsd("l.per_day")} AS limit_per_day,
          ${toUsd("l.per_month")} AS limit_per_month) r
        WHERE k.account_id = ${accountId} AND k.id > ${after} ORDER BY k.id ${limit}`,
    },
  ],
  async erase(tx, { userId, accountId }) {
    await sql`DELETE FROM user_identities WHERE user_id = ${userId}`.execute(tx);
    await sql`DELETE FROM sessions WHERE user_id = ${userId}`.execute(tx);
    await sql`DELETE FROM device_logins WHERE user_id = ${userId}`.execute(tx);
    await sql`DELETE FROM mailed_links WHERE user_id = ${userId}`.execute(tx);
    await sql`DELETE FROM provider_identities WHERE user_id = ${userId}`.execute(tx);
    await sql`DELETE FROM provider_sign_ins WHERE user_id = ${userId}`.execute(tx);
    await sql`DELETE FROM api_keys WHERE account_id = ${accountId}`.execute(tx);
    // Without an open subscription, later periods grant no credits.
    await sql`UPDATE subscriptions SET ended_at = now() WHERE account_id = ${accountId} AND ended_at IS NULL`.execute(
      tx,
    );
    // The last digits of a UUIDv7 are random, so two people who delete their accounts at the same time get different
    // names.
    await sql`
      UPDATE users SET username = 'deleted-' || right(id, 24), is_active = false, deleted_at = coalesce(deleted_at, now())
      WHERE id = ${userId}`.execute(tx);
  },
};
