import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { Ledger } from "../ledger/index.ts";
import type { RunBounds } from "./run-bounds.ts";

export interface SweeperOptions {
  db: Database;
  ledger: Ledger;
  bounds: Pick<RunBounds, "deadAfterMs">;
  log: FastifyBaseLogger;
}

/** Any number that no other advisory lock of this database uses. */
const SWEEP_LOCK = 7_305_001;
/** Runs ended per sweep: a full node's worth and more; the next sweep takes the rest. */
const BATCH = 200;
/** A run is known to its node within milliseconds of its start; settling is given up after about 10 s. */
const FORGOTTEN_AFTER_SECONDS = 30;
const COLUMNS = sql`r.id, r.developer_account_id, r.share_percent, r.agent_id, r.agent_name,
  coalesce((SELECT sum(c.cost) FROM model_calls c WHERE c.run_id = r.id), 0)::bigint AS model_cost`;

interface AbandonedRun {
  id: string;
  developer_account_id: string;
  share_percent: number;
  agent_id: number;
  agent_name: string;
  model_cost: bigint;
}

/**
 * Ends the runs of epochs that are gone: they fail, cost their callers nothing, and what their model calls cost
 * goes to the platform's loss (reading 18). Safe on every node at any time.
 * @returns how many it ended.
 */
export async function sweep(options: SweeperOptions): Promise<number> {
  return endAll(options, await abandonedRuns(options), null);
}

/**
 * Ends runs of this node's own living epoch that it does not carry (any more): their end could not be written
 * when it came.
 */
export async function sweepForgotten(
  options: SweeperOptions,
  epoch: bigint,
  carries: (runId: string) => boolean,
): Promise<number> {
  const { rows } = await sql<AbandonedRun>`
    SELECT ${COLUMNS} FROM runs r
    WHERE r.status IN ('queued', 'running') AND r.epoch = ${epoch}
      AND r.created_at < now() - make_interval(secs => ${FORGOTTEN_AFTER_SECONDS})
    LIMIT ${BATCH}`.execute(options.db);
  return endAll(
    options,
    rows.filter((run) => !carries(run.id)),
    epoch,
  );
}

async function endAll(options: SweeperOptions, runs: AbandonedRun[], epoch: bigint | null): Promise<number> {
  let ended = 0;
  for (const run of runs) {
    try {
      if (await endAbandoned(options, run, epoch)) ended += 1;
    } catch (error) {
      options.log.error({ err: error, runId: run.id }, "an abandoned run could not be ended");
    }
  }
  if (ended > 0) options.log.warn({ ended }, "ended runs whose node was lost");
  return ended;
}

/** The lock keeps nodes from doing the same work; each run's end is safe without it. */
function abandonedRuns({ db, bounds }: SweeperOptions): Promise<AbandonedRun[]> {
  return db.transaction().execute(async (tx) => {
    const lock = await sql<{
      taken: boolean;
    }>`SELECT pg_try_advisory_xact_lock(${SWEEP_LOCK}) AS taken`.execute(tx);
    if (lock.rows[0]?.taken !== true) return [];
    await sql`DELETE FROM nodes
      WHERE heartbeat_at < now() - make_interval(secs => ${bounds.deadAfterMs / 1000})`.execute(tx);
    const { rows } = await sql<AbandonedRun>`
      SELECT ${COLUMNS} FROM runs r
      WHERE r.status IN ('queued', 'running')
        AND NOT EXISTS (SELECT FROM nodes n WHERE n.id = r.node_id AND n.epoch = r.epoch)
      LIMIT ${BATCH}`.execute(tx);
    return rows;
  });
}

class EndedMeanwhile extends Error {}

async function endAbandoned(
  { db, ledger }: SweeperOptions,
  run: AbandonedRun,
  epoch: bigint | null,
): Promise<boolean> {
  const detail = "The server that ran this was lost. It cost nothing; please run it again.";
  try {
    await db.transaction().execute(async (tx) => {
      const { transferId } = await ledger.settle(tx, {
        runId: run.id,
        charge: 0n,
        modelCost: run.model_cost,
        developerAccountId: run.developer_account_id,
        sharePercent: run.share_percent,
        sponsorLimit: 0n,
        agentId: run.agent_id,
        agentName: run.agent_name,
      });
      const { rows } = await sql<{ ended: boolean }>`
        SELECT fail_abandoned_run(${run.id}, ${epoch}, ${run.model_cost}, ${transferId}, ${detail}) AS ended`.execute(
        tx,
      );
      if (rows[0]?.ended !== true) throw new EndedMeanwhile();
    });
    return true;
  } catch (error) {
    if (error instanceof EndedMeanwhile) return false;
    throw error;
  }
}
