import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import type { RunBounds } from "../run-bounds.ts";
import type { RunContents, RunOwner } from "../run-contents.ts";
import { failAbandoned } from "../settle/settle-store.ts";

export interface SweeperOptions {
  db: Database;
  contents: RunContents;
  bounds: Pick<RunBounds, "deadAfterMs">;
  log: FastifyBaseLogger;
}

/** The advisory lock that allows one sweep at a time. Nothing else uses this number. */
const SWEEP_LOCK = 7_305_001;
/**
 * The number of runs that one sweep ends, which is more than a full node has. The next sweep ends
 * the rest.
 */
const BATCH = 200;
/**
 * The minimum age at which a run that its node does not track is ended. A node starts tracking a run within
 * milliseconds of its start, and stops trying to settle it after about 10 s.
 */
const FORGOTTEN_AFTER_SECONDS = 30;

const DETAIL = "The server that ran this agent failed. The run was free; please start it again.";

/**
 * Ends the runs of lost epochs. They fail and cost their callers nothing, and the platform pays for their model calls.
 * Every node can call this at any time.
 * @returns how many runs it ended
 */
export async function sweep(options: SweeperOptions): Promise<number> {
  return endAll(options, await findAbandonedRuns(options), null);
}

/** Ends runs of this node's own epoch that the node no longer tracks, because writing their end failed. */
export async function sweepForgotten(
  options: SweeperOptions,
  epoch: bigint,
  isRunning: (runId: string) => boolean,
): Promise<number> {
  const { rows } = await sql<RunOwner>`
    SELECT r.id, r.account_id AS "accountId" FROM runs r
    WHERE r.status IN ('queued', 'running') AND r.epoch = ${epoch}
      AND r.created_at < now() - make_interval(secs => ${FORGOTTEN_AFTER_SECONDS})
    LIMIT ${BATCH}`.execute(options.db);
  return endAll(
    options,
    rows.filter(({ id }) => !isRunning(id)),
    epoch,
  );
}

async function endAll(options: SweeperOptions, runs: RunOwner[], epoch: bigint | null): Promise<number> {
  let ended = 0;
  for (const run of runs) {
    try {
      if (await failAbandoned(options, run, epoch, DETAIL)) ended += 1;
    } catch (error) {
      options.log.error({ err: error, runId: run.id }, "failed to end an abandoned run");
    }
  }
  if (ended > 0) options.log.warn({ ended }, "ended abandoned runs");
  return ended;
}

/** Lists abandoned runs. The lock keeps nodes from doing the same work. Ending a run is safe without it. */
function findAbandonedRuns({ db, bounds }: SweeperOptions): Promise<RunOwner[]> {
  return db.transaction().execute(async (tx) => {
    const lock = await sql<{
      taken: boolean;
    }>`SELECT pg_try_advisory_xact_lock(${SWEEP_LOCK}) AS taken`.execute(tx);
    if (lock.rows[0]?.taken !== true) return [];
    await sql`DELETE FROM nodes
      WHERE heartbeat_at < now() - make_interval(secs => ${bounds.deadAfterMs / 1000})`.execute(tx);
    const { rows } = await sql<RunOwner>`
      SELECT r.id, r.account_id AS "accountId" FROM runs r
      WHERE r.status IN ('queued', 'running')
        AND NOT EXISTS (SELECT FROM nodes n WHERE n.id = r.node_id AND n.epoch = r.epoch)
      LIMIT ${BATCH}`.execute(tx);
    return rows;
  });
}
