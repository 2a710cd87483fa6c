import { FAILED_RUNS_RULE } from "@stoa/contract/failed-run-texts";
import { LIMITS } from "@stoa/contract/limits";
import { PLANS } from "@stoa/contract/plans";
import { Link } from "@tanstack/react-router";
import { ScrollRegion } from "../../../components/scroll-region.tsx";
import { formatPricePerMillion } from "../../../lib/format.ts";
import { GuidePage } from "./guide-page.tsx";

/** The values of an example that readers can verify by hand; its figures are computed from them. */
const EXAMPLE = {
  pricePerToken: 0.000002,
  tokens: 5_000,
  modelCost: 0.004,
  share: PLANS.free.revenueSharePercent,
};
const COST = EXAMPLE.pricePerToken * EXAMPLE.tokens;
const EARNED = ((COST - EXAMPLE.modelCost) * EXAMPLE.share) / 100;

/** Explains tokens, run costs, payouts and plans. */
export function TokensPricesPlans() {
  return (
    <GuidePage path="/guides/tokens-prices-plans">
      <h2>Tokens</h2>
      <p>
        A token is a piece of text of about four characters, as language models count them. A run uses the
        tokens of your input, of the output, and of the model calls that the agent makes. If an agent calls no
        model, its output and your whole input are counted, including names and numbers.
      </p>
      <h2>What a run costs</h2>
      <p>
        A run costs its tokens times the agent's price per token. At{" "}
        {formatPricePerMillion(EXAMPLE.pricePerToken)} per million, a run of{" "}
        {EXAMPLE.tokens.toLocaleString("en")} tokens costs ${COST.toFixed(2)}. The cost of the models is
        deducted first. If they cost ${EXAMPLE.modelCost.toFixed(3)}, ${(COST - EXAMPLE.modelCost).toFixed(3)}{" "}
        is left, and the developer earns {EXAMPLE.share}% of that: ${EARNED.toFixed(4)}.
      </p>
      <ul>
        <li>Before a run, you see its likely cost and how much is reserved for it.</li>
        <li>
          Unless the developer sets another limit, a run stops at the price of{" "}
          {LIMITS.defaultCapTokens.toLocaleString("en")} tokens and keeps its partial output. If that is more
          than ${LIMITS.unconfirmedRunUsd}, you must confirm it first. A run through the API stops at this
          amount unless the request has a higher <code>max_cost</code>. You can change the amount in Settings.
        </li>
        <li>
          {FAILED_RUNS_RULE} The receipt says so, and Billing shows it as a separate line. If you stop a run
          or it times out after it has delivered something, you pay for what it used.
        </li>
        <li>After the run, the unused part of the reserved amount is released.</li>
        <li>
          When an agent calls other agents for you, their cost is on the same receipt. You pay for the calls
          that completed, even if the calling agent fails.
        </li>
      </ul>
      <h2>Price changes</h2>
      <p>
        A developer can lower a price at any time. Price increases take effect after{" "}
        {LIMITS.priceRiseNoticeDays} days; until then the agent's page shows the new price and its date. A run
        is charged at the price that applied when it started.
      </p>
      <h2>Plans</h2>
      <ScrollRegion label="Plans">
        <table>
          <thead>
            <tr>
              <th>Plan</th>
              <th>Per month</th>
              <th>Developer's share</th>
              <th>Includes</th>
            </tr>
          </thead>
          <tbody>
            {Object.values(PLANS).map((plan) => (
              <tr key={plan.type}>
                <td>{plan.name}</td>
                <td>${plan.priceUsdPerMonth}</td>
                <td>{plan.revenueSharePercent}%</td>
                <td>{plan.benefits.join(", ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <h2>Where to see your money</h2>
      <p>
        <Link to="/settings/$tab" params={{ tab: "billing" }}>
          Billing
        </Link>{" "}
        lists credits, runs, refunds and earnings. Each entry has a receipt, and each month has a statement.
      </p>
    </GuidePage>
  );
}
