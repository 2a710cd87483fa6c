import { FAILED_RUNS_RULE } from "@stoa/contract/failed-run-texts";
import { LIMITS } from "@stoa/contract/limits";
import { PLANS } from "@stoa/contract/plans";
import { Link } from "@tanstack/react-router";
import { formatPricePerMillion } from "../../../lib/format.ts";
import { GuidePage } from "./guide-page.tsx";

/** An example that can be followed on paper; its figures are computed from these. */
const EXAMPLE = {
  pricePerToken: 0.000002,
  tokens: 5_000,
  modelCost: 0.004,
  share: PLANS.free.revenueSharePercent,
};
const COST = EXAMPLE.pricePerToken * EXAMPLE.tokens;
const EARNED = ((COST - EXAMPLE.modelCost) * EXAMPLE.share) / 100;

/** What a token is, what a run costs, who is paid, and what plans give. */
export function TokensPricesPlans() {
  return (
    <GuidePage path="/guides/tokens-prices-plans">
      <h2>Tokens</h2>
      <p>
        A token is a piece of text of about four characters, as language models count them. A run uses the
        tokens of what you sent, of what the agent answered, and of the calls of models that it made on the
        way. An agent that calls no model is counted by its answer and by everything that you sent it, names
        and numbers included.
      </p>
      <h2>What a run costs</h2>
      <p>
        Tokens times the agent's price per token. At {formatPricePerMillion(EXAMPLE.pricePerToken)} per
        million, a run of {EXAMPLE.tokens.toLocaleString("en")} tokens costs ${COST.toFixed(2)}. What the
        models cost comes off first. If they cost ${EXAMPLE.modelCost.toFixed(3)}, $
        {(COST - EXAMPLE.modelCost).toFixed(3)} is left, and the developer earns {EXAMPLE.share}% of that: $
        {EARNED.toFixed(4)}.
      </p>
      <ul>
        <li>Before a run its likely cost is shown, and how much is set aside for it.</li>
        <li>
          Unless its developer sets another limit, a run stops at the price of{" "}
          {LIMITS.defaultCapTokens.toLocaleString("en")} tokens, with what it has. If that is more than $
          {LIMITS.unconfirmedRunUsd}, you are asked first; a run by API stops there unless it sends a higher{" "}
          <code>max_cost</code>. You can change the amount in Settings.
        </li>
        <li>
          {FAILED_RUNS_RULE} The receipt says so, and Billing shows it as a line of its own. A run that you
          stop, or that runs out of time, costs what it used once it has delivered something.
        </li>
        <li>After the run, what was set aside and not used is free again.</li>
        <li>
          When an agent runs others for you, their cost is part of the same receipt. You pay for those that
          completed, even if the agent that called them fails.
        </li>
      </ul>
      <h2>Prices change slowly</h2>
      <p>
        A developer can lower a price at any time. A higher one takes effect {LIMITS.priceRiseNoticeDays} days
        later; until then the agent's page shows it with its day. A run is charged at the price it began with.
      </p>
      <h2>Plans</h2>
      <div className="table-scroll">
        <table>
          <thead>
            <tr>
              <th>Plan</th>
              <th>Per month</th>
              <th>Developer's share</th>
              <th>What it gives</th>
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
      </div>
      <h2>Where the money is</h2>
      <p>
        <Link to="/settings/$tab" params={{ tab: "billing" }}>
          Billing
        </Link>{" "}
        lists every movement: credits, runs, refunds, earnings. Each has a receipt, each month a statement.
      </p>
    </GuidePage>
  );
}
