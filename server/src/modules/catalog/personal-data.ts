import { sql } from "kysely";
import { EXPORT_PAGE, type PersonalData, toUsd } from "../../platform/personal-data/personal-data.ts";

/** An archive can be 20 MiB, which is 28 MB as text, so each page of the export has one. */
const ONE_ARCHIVE = 1;

/**
 * Erased people's agents can no longer be found, read or run. Their rows and files stay, because receipts of other
 * people name them and versions are immutable.
 */
export const personalData: PersonalData = {
  export: [
    {
      name: "favourites",
      pageRows: EXPORT_PAGE.small,
      select: ({ userId }, after, limit) => sql`
        SELECT lpad(f.agent_id::text, 10, '0') AS cursor, row_to_json(r)::text AS row
        FROM favourites f, LATERAL (SELECT f.agent_id, f.created_at) r
        WHERE f.user_id = ${userId} AND lpad(f.agent_id::text, 10, '0') > ${after} ORDER BY 1 ${limit}`,
    },
    {
      name: "agents",
      pageRows: EXPORT_PAGE.large,
      select: ({ accountId }, after, limit) => sql`
        SELECT lpad(a.id::text, 10, '0') AS cursor, row_to_json(r)::text AS row
        FROM agents a, LATERAL (SELECT a.id, a.name, a.description, a.documentation, a.category, a.tags, a.features,
          a.use_cases, a.framework, a.agent_type, a.is_active, a.archived_at, a.visibility, a.current_version_id,
          ${toUsd("a.max_cost_per_run")} AS max_cost_per_run, ${toUsd("a.sponsor_limit")} AS sponsor_limit,
          a.created_at, a.updated_at,
          (SELECT json_agg(json_build_object('effective_from', p.effective_from,
              'price_per_token', ${toUsd("p.price_per_token_nano")}) ORDER BY p.effective_from)
            FROM agent_prices p WHERE p.agent_id = a.id) AS prices) r
        WHERE a.owner_account_id = ${accountId} AND a.deleted_at IS NULL AND lpad(a.id::text, 10, '0') > ${after} ORDER BY 1 ${limit}`,
    },
    {
      name: "agent_versions",
      pageRows: EXPORT_PAGE.large,
      select: ({ accountId }, after, limit) => sql`
        SELECT v.id AS cursor, row_to_json(r)::text AS row
        FROM agent_versions v JOIN agents a ON a.id = v.agent_id,
        LATERAL (SELECT v.id, v.agent_id, v.number, v.filename, v.source, v.framework, v.agent_type, v.input_schema,
          v.manifest, v.examples, v.notes, v.state, v.checks, v.created_at, v.activated_at) r
        WHERE a.owner_account_id = ${accountId} AND a.deleted_at IS NULL AND v.id > ${after} ORDER BY v.id ${limit}`,
    },
    {
      name: "agent_archives",
      pageRows: ONE_ARCHIVE,
      select: ({ accountId }, after, limit) => sql`
        SELECT v.id AS cursor, row_to_json(r)::text AS row
        FROM agent_archives f JOIN agent_versions v ON v.id = f.version_id JOIN agents a ON a.id = v.agent_id,
        LATERAL (SELECT v.id AS version_id, v.agent_id, v.number,
          translate(encode(f.packed, 'base64'), E'\\n', '') AS zip_base64) r
        WHERE a.owner_account_id = ${accountId} AND a.deleted_at IS NULL AND v.id > ${after} ORDER BY v.id ${limit}`,
    },
  ],
  async erase(tx, { userId, accountId }) {
    await sql`DELETE FROM favourites WHERE user_id = ${userId}`.execute(tx);
    await sql`DELETE FROM agent_secrets WHERE owner_account_id = ${accountId}`.execute(tx);
    await sql`
      UPDATE agents SET is_active = false, description = '', documentation = '', tags = '{}', features = '{}',
        use_cases = '{}', updated_at = now()
      WHERE owner_account_id = ${accountId} AND (is_active OR documentation <> '')`.execute(tx);
    await sql`
      UPDATE agent_versions SET state = 'withdrawn'
      WHERE agent_id IN (SELECT id FROM agents WHERE owner_account_id = ${accountId}) AND state <> 'withdrawn'`.execute(
      tx,
    );
    await sql`
      DELETE FROM agent_archives f USING agent_versions v, agents a
      WHERE v.id = f.version_id AND a.id = v.agent_id AND a.owner_account_id = ${accountId}`.execute(tx);
    await sql`DELETE FROM search_documents WHERE owner_account_id = ${accountId}`.execute(tx);
  },
};
