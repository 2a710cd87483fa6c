import { billingRoutes } from "../ledger.ts";
import { LIMITS } from "../limits.ts";
import { describe } from "./operation-descriptions.ts";

export const billingDescriptions = describe(billingRoutes, {
  balance: {
    description:
      "Returns the balance of your account. `current_balance` includes what active runs hold; `available` does not. Amounts are exact to the nano-dollar.",
  },
  spendingStats: {
    description: "Returns the cost and number of your runs in the current UTC month.",
  },
  history: {
    description:
      "Lists every entry of the wallet, newest first: credits, runs, earnings, expiries and reversals. `amount` is positive for money into the wallet and negative for money out of it. With `format=csv` or `Accept: text/csv`, all matching entries come as one file, exact to the nano-dollar; `limit`, `offset` and `cursor` are ignored. An account can download one such file at a time (429).",
  },
  receipt: {
    description:
      "Explains one entry: for a run, its tokens and the price per token when it started, and the balance right after it. `lines` contains the same facts as text, ready to print.",
    errors: { 404: { not_found: "Your wallet has no such entry." } },
  },
  statements: {
    description:
      "Lists one statement per UTC month, newest first. Each one balances exactly: opening + credits - spent - failure_charges + earned - expired + reversed = closing. The closing amount is the opening amount of the next statement; the last closing amount is your balance.",
  },
  agentRevenue: {
    description: `Returns what one of your agents earned over the last \`days\` UTC days (1 to ${LIMITS.revenueDaysMax}), from the ledger. Gross is what callers paid. The model cost is deducted first; of the rest, the developer gets the share of their plan.`,
    errors: { 404: { not_found: "You have no such agent." } },
  },
});
