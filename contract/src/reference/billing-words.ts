import { billingRoutes } from "../ledger.ts";
import { LIMITS } from "../limits.ts";
import { describe } from "./operation-words.ts";

export const billingWords = describe(billingRoutes, {
  balance: {
    description:
      "What the account has. `current_balance` includes what runs under way hold, `available` does not. Amounts are exact to the nano-dollar.",
  },
  spendingStats: {
    description: "What the runs of the current UTC month cost, and how many there were.",
  },
  history: {
    description:
      "Every movement of the wallet, the newest first: credits, runs, earnings, expiries and reversals. `amount` is positive into the wallet and negative out of it.",
  },
  agentRevenue: {
    description: `What an agent of one's own earned in the last \`days\` UTC days (1 to ${LIMITS.revenueDaysMax}), from the ledger: gross is what callers paid; the model cost comes off first, of the rest the developer has the plan's share.`,
    errors: { 404: { not_found: "There is no such agent among yours." } },
  },
});
