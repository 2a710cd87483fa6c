import { type RawBuilder, sql } from "kysely";
import type { PeriodicJob } from "../jobs/job.ts";
import type { ContentVault } from "./content-vault.ts";
import type { Resealed } from "./reseal.ts";

/**
 * Which contents to seal anew: `plain` for text from before contents were encrypted, `older_key` for everything that the
 * current master key has not sealed.
 */
export type ResealCause = "plain" | "older_key";

/** Seals contents of a module anew, of about `maxRows` rows per table. */
export type ResealContents = (cause: ResealCause, maxRows?: number) => Promise<Resealed[]>;

/**
 * Returns the condition for rows to seal anew. All columns of a row are plain if its first one is, for which there is an
 * index.
 */
export function matchReseal(
  vault: ContentVault,
  cause: ResealCause,
  columns: readonly [string, ...string[]],
): RawBuilder<boolean> {
  if (cause === "plain") return sql`substring(${sql.ref(columns[0])} FROM 1 FOR 1) = '\\x00'::bytea`;
  const id = vault.getCurrentKeyId();
  const others = columns.map(
    (column) => sql<boolean>`substring(${sql.ref(column)} FROM 2 FOR ${id.length}::int) <> ${id}`,
  );
  return sql`(${sql.join(others, sql` OR `)})`;
}

/** How often the job looks for plain contents. Finding that there are none takes less than a millisecond. */
const SEAL_MS = 10_000;
/** The rows per table and execution: about a second of work, so that an upgraded server has time for its runs. */
const ROWS_PER_EXECUTION = 2_000;

/** Creates the job that encrypts the contents that a server stored before it encrypted contents. */
export function createSealingJob(name: string, reseal: ResealContents): PeriodicJob {
  return {
    name,
    everyMs: SEAL_MS,
    async run() {
      const resealed = await reseal("plain", ROWS_PER_EXECUTION);
      const failed = resealed.flatMap((table) => table.failed);
      if (failed.length > 0)
        throw new Error(`contents could not be encrypted: ${failed.slice(0, 10).join(", ")}`);
    },
  };
}
