import { billingRoutes, sdkRoutes, TEXTS } from "@stoa/contract";
import type { Database } from "../../platform/db/database.ts";
import { ActiveDownloads } from "../../platform/http/active-downloads.ts";
import { invalidField, notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { isCsvRequest, sendCsv } from "../../platform/http/csv-reply.ts";
import { HANDLED, type Mount } from "../../platform/http/mount.ts";
import { createHistoryCsv } from "./history-csv.ts";
import type { Ledger } from "./ledger.ts";
import { presentBalance, presentEntry, presentRevenue } from "./present.ts";
import { presentReceipt, type RunOnReceipt } from "./present-receipt.ts";
import { pageOfStatements, presentStatements } from "./present-statement.ts";

export interface LedgerRoutes {
  db: Database;
  ledger: Ledger;
  /** Returns whether the account owns the agent. It is injected, because the ledger knows agents only by number. */
  ownsAgent(agentId: number, accountId: string): Promise<boolean>;
  /** Returns the details of an ended run. It is injected, because the ledger knows runs only by id. */
  findRun(runId: string): Promise<RunOnReceipt | undefined>;
}

/** Mounts balance, history, receipts, statements and revenue of the caller's account. */
export function mountLedgerRoutes(mount: Mount, { db, ledger, ownsAgent, findRun }: LedgerRoutes): void {
  const files = new ActiveDownloads(TEXTS.billingFiles.oneAtATime);
  // Claims earnings before every read, so that balance, history and statements agree.
  const balance = async ({ caller }: { caller: Caller }) => {
    await ledger.claimEarnings(db, caller.accountId);
    return presentBalance(await ledger.readBalance(db, caller.accountId));
  };

  mount.signedIn(billingRoutes.balance, balance);
  mount.signedIn(sdkRoutes.balance, balance);

  mount.signedIn(billingRoutes.history, async ({ caller, query, request, reply }) => {
    const { kind, agent_id: agentId, from, to } = query;
    const filter = { kind, agentId, from, to };
    if (query.cursor === undefined) await ledger.claimEarnings(db, caller.accountId);
    if (isCsvRequest(request, query.format)) {
      files.send(caller.accountId, () =>
        sendCsv(reply, createHistoryCsv(ledger, db, caller.accountId, filter)),
      );
      return HANDLED;
    }
    if (query.cursor !== undefined && !/^trf_[0-9a-f]{32}$/.test(query.cursor))
      throw invalidField("cursor", "cursor must be from a page of the history");
    const { limit, offset, cursor } = query;
    const page = await ledger.readHistory(db, caller.accountId, { limit, offset, cursor }, filter);
    return { history: page.entries.map(presentEntry), next_cursor: page.nextCursor };
  });

  mount.signedIn(billingRoutes.receipt, async ({ caller, params }) => {
    const movement = await ledger.readReceipt(db, caller.accountId, params.id);
    if (!movement) throw notFound("Entry");
    const run = movement.runId === null ? undefined : await findRun(movement.runId);
    return presentReceipt(movement, run, caller.username);
  });

  mount.signedIn(billingRoutes.statements, async ({ caller, query }) => {
    await ledger.claimEarnings(db, caller.accountId);
    return pageOfStatements(presentStatements(await ledger.readMonths(db, caller.accountId)), query);
  });

  mount.signedIn(billingRoutes.agentRevenue, async ({ caller, params, query }) => {
    if (!(await ownsAgent(params.id, caller.accountId))) throw notFound("Agent");
    return presentRevenue(params.id, query.days, await ledger.readRevenue(db, params.id, query.days));
  });
}
