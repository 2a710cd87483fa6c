import { type RawBuilder, sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";
import type { HoldResult } from "./index.ts";
import { orLedgerError } from "./ledger-error.ts";

/** Holds and settlements as start_run and settle_run make them: by the same SQL functions, without a run around them. */

/** How a run is to be settled; the hold of `runId` bounds `charge`. A failed run is settled by `settleFailed`. */
export interface Settlement {
  runId: string;
  /** What the caller pays. Never above the hold. */
  charge: bigint;
  /** What the providers cost us. */
  modelCost: bigint;
  developerAccountId: string;
  /** The developer's share of what remains after model cost, percent, as it was when the run started. */
  sharePercent: number;
  /** The most that the developer pays from their own wallet if the model cost is above the charge. */
  sponsorLimit: bigint;
  agentId: number;
  /** As the payer's history shall call it; without it, by its number. */
  agentName?: string | undefined;
}

/** Who received the money of one run: gross + sponsored + loss = modelCost + fee + net. */
export interface SettlementReceipt {
  transferId: string;
  gross: bigint;
  modelCost: bigint;
  fee: bigint;
  net: bigint;
  sponsored: bigint;
  loss: bigint;
}

/** How a run is to be settled that is not charged for its work. */
export interface FailedSettlement
  extends Pick<Settlement, "runId" | "modelCost" | "developerAccountId" | "agentId" | "agentName"> {
  /** Model cost of failed runs that is free per account and UTC day; null: it failed by our fault and is always free. */
  freePerDay: bigint | null;
}

/** Who bore the model cost of a failed run: charge + loss = its model cost. */
export interface FailedReceipt {
  charge: bigint;
  loss: bigint;
}

async function one<Row>(db: Queryable, query: RawBuilder<Row>): Promise<Row> {
  const { rows } = await orLedgerError(query.execute(db));
  const row = rows[0];
  if (row === undefined) throw new Error("a ledger function answered no row");
  return row;
}

/** Places a run's hold on the payer's wallet. */
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

/** Ends a run's hold with its charge, once. */
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

/** Ends the hold of a run that is not charged for its work. */
export async function settleFailed(db: Queryable, settlement: FailedSettlement): Promise<FailedReceipt> {
  const { runId, modelCost, developerAccountId, agentId, agentName, freePerDay } = settlement;
  return one(
    db,
    sql<FailedReceipt>`SELECT charge, loss
      FROM ledger_settle_failed(${runId}, ${modelCost}, ${developerAccountId}, ${agentId}, ${agentName ?? null},
        ${freePerDay})`,
  );
}
