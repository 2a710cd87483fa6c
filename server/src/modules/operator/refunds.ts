import { recordInAuditLog } from "../../platform/audit/audit-log.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { Notify } from "../../platform/events/notify.ts";
import type { Ledger } from "../ledger/index.ts";
import { hasOwner, readUsername } from "./account-owner-store.ts";
import { type BookedRun, lockWallets, readBookedRuns, readLostAmount } from "./refund-store.ts";

/** A completed refund, with the sources of its money. Amounts are in nano-USD. */
export interface Refund {
  kind: "refunded";
  payer: string;
  amount: bigint;
  /** The earnings of each developer that were reversed. */
  developers: { username: string; amount: bigint }[];
  /** The platform's loss in addition to its fee: payments to providers, and earnings that had been spent. */
  lost: bigint;
  /** The number of runs whose charge was reversed. */
  runs: number;
}

export type RefundOutcome =
  | Refund
  | { kind: "unknown" }
  | { kind: "live" }
  | { kind: "called"; rootId: string }
  | { kind: "free" }
  | { kind: "refunded_before" }
  | { kind: "payer_left" };

/** Refunds runs to their callers, together with their child runs (docs/product-rules.md#refunds). */
export class Refunds {
  readonly #db: Database;
  readonly #ledger: Ledger;
  readonly #notify: Notify;

  constructor(options: { db: Database; ledger: Ledger; notify: Notify }) {
    this.#db = options.db;
    this.#ledger = options.ledger;
    this.#notify = options.notify;
  }

  /** Returns the effects of a refund without performing it. */
  async preview(
    runId: string,
  ): Promise<Exclude<RefundOutcome, Refund> | { kind: "possible"; amount: bigint }> {
    const runs = await readBookedRuns(this.#db, runId);
    return (
      (await refusal(this.#db, runId, runs)) ?? {
        kind: "possible",
        amount: sum(filterCharged(runs), "gross"),
      }
    );
  }

  /** Refunds a run in one transaction. A run can be refunded only once. */
  refund(runId: string, actor: string, reason: string): Promise<RefundOutcome> {
    return this.#db.transaction().execute(async (tx) => {
      await lockWallets(tx, listAccountIds(await readBookedRuns(tx, runId)));
      const runs = await readBookedRuns(tx, runId);
      const refused = await refusal(tx, runId, runs);
      if (refused) return refused;
      const charged = filterCharged(runs);
      for (const { transferId } of charged) await this.#ledger.reverse(tx, transferId, reason);
      const amount = sum(charged, "gross");
      const lost = await readLostAmount(tx);
      const auditId = await recordInAuditLog(tx, {
        actor,
        action: "run.refund",
        subject: runId,
        reason,
        before: { charged_nano: String(amount) },
        after: { charged_nano: "0" },
        details: { lost_nano: String(lost) },
      });
      const developers = await this.#notifyAccounts(tx, runId, charged, auditId);
      const payer = await readUsername(tx, charged[0]?.payerAccountId ?? "");
      return { kind: "refunded", payer, amount, developers, lost, runs: charged.length };
    });
  }

  /** Notifies the payer and each developer. Returns the earnings that each developer lost. */
  async #notifyAccounts(
    tx: Tx,
    runId: string,
    runs: readonly ChargedRun[],
    auditId: string,
  ): Promise<Refund["developers"]> {
    const [root] = runs;
    if (!root) return [];
    const occasion = `audit:${auditId}`;
    const { payerAccountId } = root;
    const facts = { run_id: runId, agent_id: root.agentId, agent_name: root.agentName };
    await this.#notify(tx, {
      accountId: payerAccountId,
      kind: "run_refunded",
      facts: { ...facts, amount: String(sum(runs, "gross")) },
      occasion,
    });
    const developers: Refund["developers"] = [];
    for (const accountId of new Set(runs.map((run) => run.developerAccountId))) {
      const own = runs.filter((run) => run.developerAccountId === accountId);
      const amount = sum(own, "net");
      const [first] = own;
      if (amount === 0n || !first) continue;
      developers.push({ username: await readUsername(tx, accountId), amount });
      await this.#notify(tx, {
        accountId,
        kind: "earnings_taken_back",
        facts: {
          run_id: first.id,
          agent_id: first.agentId,
          agent_name: first.agentName,
          amount: String(amount),
        },
        occasion: `${occasion}:${accountId}`,
      });
    }
    return developers;
  }
}

type ChargedRun = BookedRun & { transferId: string };

async function refusal(
  db: Parameters<typeof hasOwner>[0],
  runId: string,
  runs: readonly BookedRun[],
): Promise<Exclude<RefundOutcome, Refund> | undefined> {
  const [root] = runs;
  if (!root) return { kind: "unknown" };
  if (root.rootId !== runId) return { kind: "called", rootId: root.rootId };
  if (runs.some((run) => !run.hasEnded)) return { kind: "live" };
  if (runs.some((run) => run.reversedBy !== null)) return { kind: "refunded_before" };
  if (filterCharged(runs).length === 0) return { kind: "free" };
  if (!(await hasOwner(db, root.payerAccountId))) return { kind: "payer_left" };
  return undefined;
}

function filterCharged(runs: readonly BookedRun[]): ChargedRun[] {
  return runs.filter((run): run is ChargedRun => run.transferId !== null && run.gross > 0n);
}

function listAccountIds(runs: readonly BookedRun[]): string[] {
  return runs.flatMap((run) => [run.payerAccountId, run.developerAccountId]);
}

function sum(runs: readonly BookedRun[], what: "gross" | "net"): bigint {
  return runs.reduce((total, run) => total + run[what], 0n);
}
