import { type RawBuilder, sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";
import type { HoldResult } from "./index.ts";
import { convertErrors } from "./movement-store.ts";

/** Places and settles holds with the same SQL functions as start_run and settle_run, but without a run. */

/** How to settle a successful run. `charge` must not exceed the hold of `runId`. Failed runs use `settleFailed`. */
export interface Settlement {
  runId: string;
  /** The amount that the caller pays. It is at most the hold. */
  charge: bigint;
  /** The amount that the model providers charge the platform. */
  modelCost: bigint;
  developerAccountId: string;
  /** The developer's share of the charge after model cost, in percent. It is fixed when the run starts. */
  sharePercent: number;
  /** The maximum that the developer pays from their own wallet if the model cost exceeds the charge. */
  sponsorLimit: bigint;
  agentId: number;
  /** The agent's name in the payer's history. Without it, the history shows the agent's number. */
  agentName?: string | undefined;
}

/** The division of a run's money: gross + sponsored + loss = modelCost + fee + net. */
export interface SettlementReceipt {
  transferId: string;
  gross: bigint;
  modelCost: bigint;
  fee: bigint;
  net: bigint;
  sponsored: bigint;
  loss: bigint;
}

/** How to settle a failed run, which is charged at most its model cost. */
export interface FailedSettlement
  extends Pick<Settlement, "runId" | "modelCost" | "developerAccountId" | "agentId" | "agentName"> {
  /**
   * The model cost of failed runs that is free per account and UTC day. It is null if the platform caused the failure,
   * because such a run is always free.
   */
  freePerDay: bigint | null;
}

/** The division of a failed run's model cost: charge + loss = modelCost. */
export interface FailedReceipt {
  charge: bigint;
  loss: bigint;
}

async function one<Row>(db: Queryable, query: RawBuilder<Row>): Promise<Row> {
  const { rows } = await convertErrors(query.execute(db));
  const row = rows[0];
  if (row === undefined) throw new Error("a ledger function returned no row");
  return row;
}

/** Places the hold of a run on the payer's wallet. */
export async function hold(
  db: Queryable,
  hold: { accountId: string; runId: string; amount: bigint; cap: bigint },
): Promise<HoldResult> {
  const { held } = await one(
    db,
    sql<{ held: bigint | null }>`SELECT ledger_hold(${hold.accountId}, ${hold.runId}, ${hold.amount},
      ${hold.cap}) AS held`,
  );
  return held === null ? { ok: false, reason: "insufficient" } : { ok: true, held };
}

/** Settles a run's hold with its charge. A hold can be settled once. */
export async function settle(db: Queryable, settlement: Settlement): Promise<SettlementReceipt> {
  const { runId, charge, modelCost, developerAccountId, sharePercent, sponsorLimit, agentId, agentName } =
    settlement;
  return one(
    db,
    sql<SettlementReceipt>`SELECT id AS "transferId", gross, model_cost AS "modelCost", fee, net, sponsored, loss
      FROM ledger_settle(${runId}, ${charge}, ${modelCost}, ${developerAccountId}, ${sharePercent},
        ${sponsorLimit}, ${agentId}, ${agentName ?? null})`,
  );
}

/** Settles the hold of a failed run. */
export async function settleFailed(db: Queryable, settlement: FailedSettlement): Promise<FailedReceipt> {
  const { runId, modelCost, developerAccountId, agentId, agentName, freePerDay } = settlement;
  return one(
    db,
    sql<FailedReceipt>`SELECT charge, loss
      FROM ledger_settle_failed(${runId}, ${modelCost}, ${developerAccountId}, ${agentId}, ${agentName ?? null},
        ${freePerDay})`,
  );
}
