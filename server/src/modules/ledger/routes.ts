import { billingRoutes, sdkRoutes } from "@stoa/contract";
import type { Database } from "../../platform/db/database.ts";
import { invalidField, notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Mount } from "../../platform/http/mount.ts";
import type { Ledger } from "./ledger.ts";
import { presentBalance, presentEntry, presentRevenue } from "./present.ts";

interface LedgerRoutes {
  db: Database;
  ledger: Ledger;
  /** Whether this account owns the agent: the ledger itself knows agents by their number alone. */
  ownsAgent(agentId: number, accountId: string): Promise<boolean>;
}

/** Mounts balance, history and revenue of the caller's own account. */
export function mountLedgerRoutes(mount: Mount, { db, ledger, ownsAgent }: LedgerRoutes): void {
  const balance = async ({ caller }: { caller: Caller }) =>
    presentBalance(await ledger.balance(db, caller.accountId));

  mount.signedIn(billingRoutes.balance, balance);
  mount.signedIn(sdkRoutes.balance, balance);

  mount.signedIn(billingRoutes.history, async ({ caller, query }) => {
    if (query.cursor !== undefined && !/^trf_[0-9a-f]{32}$/.test(query.cursor))
      throw invalidField("cursor", "This cursor is not from a page of the history");
    const { entries, nextCursor } = await ledger.history(db, caller.accountId, {
      limit: query.limit,
      offset: query.offset,
      cursor: query.cursor,
    });
    return { history: entries.map(presentEntry), next_cursor: nextCursor };
  });

  mount.signedIn(billingRoutes.agentRevenue, async ({ caller, params, query }) => {
    if (!(await ownsAgent(params.id, caller.accountId))) throw notFound("Agent");
    return presentRevenue(params.id, query.days, await ledger.revenue(db, params.id, query.days));
  });
}
