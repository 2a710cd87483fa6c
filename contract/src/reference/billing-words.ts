import { billingRoutes } from "../ledger.ts";
import { LIMITS } from "../limits.ts";
import { describe } from "./operation-words.ts";

export const billingWords = describe(billingRoutes, {
  balance: {
    description:
      "What the account has. `current_balance` includes what active runs hold, `available` does not. Amounts are exact to the nano-dollar.",
  },
  spendingStats: {
    description: "What the runs of the current UTC month cost, and how many there were.",
  },
  history: {
    description:
      "Every movement of the wallet, the newest first: credits, runs, earnings, expiries and reversals. `amount` is positive into the wallet and negative out of it. With `format=csv` or `Accept: text/csv` all that match come as one file, amounts exact to the nano-dollar; `limit`, `offset` and `cursor` do not count then, and an account has one such file on its way at a time (429).",
  },
  receipt: {
    description:
      "What one movement was: for a run its tokens and the price of one as it was when it started, and the balance right after it. `lines` is the same in words, ready to print.",
    errors: { 404: { not_found: "There is no such movement in your wallet." } },
  },
  statements: {
    description:
      "One statement a UTC month, the newest first. It closes exactly: opening + credits - spent + earned - expired + reversed = closing, which is the opening of the next; the last closing is the balance.",
  },
  agentRevenue: {
    description: `What an agent of yours earned in the last \`days\` UTC days (1 to ${LIMITS.revenueDaysMax}), from the ledger: gross is what callers paid; the model cost comes off first, of the rest the developer has the plan's share.`,
    errors: { 404: { not_found: "There is no such agent among yours." } },
  },
});
