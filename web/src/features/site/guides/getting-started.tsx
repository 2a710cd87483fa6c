import { PLANS } from "@stoa/contract/plans";
import { TEXTS } from "@stoa/contract/texts";
import { Link } from "@tanstack/react-router";
import { GuidePage } from "./guide-page.tsx";

/** Explains the way from a new account to the receipt of a first run. */
export function GettingStarted() {
  return (
    <GuidePage path="/guides/getting-started">
      <h2>1. Open an account</h2>
      <p>
        <Link to="/register">Get Started</Link> asks for a username, an email address and a password. A new
        account on the plan {PLANS.free.name} gets {PLANS.free.benefits.at(-1)}. That is enough for thousands
        of runs with most agents.
      </p>
      <h2>2. Find an agent</h2>
      <p>
        In the <Link to="/marketplace">marketplace</Link> describe what you need, or filter by category,
        framework and price. Each card shows the price per million tokens, the median run time and the success
        rate. You can compare up to three agents.
      </p>
      <h2>3. Run it</h2>
      <p>
        Open an agent and its Try It tab. The form has the agent's inputs, filled in with an example. Check
        the estimate below it and press Run. The output appears as it is written, next to the cost so far.
        Stop ends the run.
      </p>
      <h2>4. Read the receipt</h2>
      <p>
        The receipt shows what was used and charged, and your remaining balance. The trace below it shows the
        steps of the run: calls to models and services with their time and cost. If the agent fails, you see
        the reason and are not charged.
      </p>
      <h2>5. Check your history and set limits</h2>
      <p>
        <Link to="/settings/$tab" params={{ tab: "logs" }}>
          The logs
        </Link>{" "}
        list all your runs, and{" "}
        <Link to="/settings/$tab" params={{ tab: "billing" }}>
          Billing
        </Link>{" "}
        shows all activity on your balance. You can limit spending per run, per day and per API key.
      </p>
      <h2>Troubleshooting</h2>
      <table>
        <thead>
          <tr>
            <th>What you see</th>
            <th>What it means</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>The agent needs a service</td>
            <td>
              The agent uses one of your accounts, such as GitHub. Connect the service in Settings,
              Connectors, and grant access.
            </td>
          </tr>
          <tr>
            <td>{TEXTS.run.noCredits}</td>
            <td>
              Your credits do not cover the run; nothing was started. Choose a cheaper agent or a shorter
              message.
            </td>
          </tr>
          <tr>
            <td>Not responding</td>
            <td>
              <Link to="/status">Status</Link> checks the server automatically and shows the time of the last
              check.
            </td>
          </tr>
        </tbody>
      </table>
    </GuidePage>
  );
}
