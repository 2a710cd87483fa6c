import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";

/** Returns the entries of `digests`, each a digest or the beginning of one, that a version of an agent uses. */
export async function findUsedPackages(db: Queryable, digests: readonly string[]): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const { rows } = await sql<{ digest: string }>`
    SELECT DISTINCT wanted.digest FROM unnest(${digests}::text[]) AS wanted (digest)
    JOIN agent_versions AS version ON starts_with(version.environment_digest, wanted.digest)
    JOIN agents AS agent ON agent.id = version.agent_id
    WHERE version.manifest ? 'packages' AND version.state <> 'withdrawn' AND agent.deleted_at IS NULL`.execute(
    db,
  );
  return new Set(rows.map(({ digest }) => digest));
}
