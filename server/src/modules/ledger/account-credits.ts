import { PLANS } from "@stoa/contract";
import type { EventBus } from "../../platform/events/event-bus.ts";
import type { Ledger } from "./ledger.ts";

/**
 * Opens wallets for new accounts, and grants starting credits and the credits of plan periods. The ledger listens to
 * events for this, so that accounts and ledger do not depend on each other.
 */
export function grantOnEvents(events: EventBus, ledger: Ledger): void {
  events.on("account.created", async (tx, { accountId }) => {
    await ledger.openAccount(tx, accountId);
  });
  events.on("account.starting_credits_claimed", async (tx, { accountId }) => {
    const amount = PLANS.free.credits.amountNano;
    await ledger.grant(tx, { accountId, kind: "signup", period: "once", amount, source: "promo" });
  });
  events.on("plan.period_started", async (tx, { accountId, plan, period }) => {
    const amount = PLANS[plan].credits.amountNano;
    await ledger.grant(tx, { accountId, kind: "plan_month", period, amount, source: "promo" });
  });
}
