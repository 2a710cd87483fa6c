import { PLANS } from "@stoa/contract/plans";
import { TEXTS } from "@stoa/contract/texts";
import { Link } from "@tanstack/react-router";
import { GuidePage } from "./guide-page.tsx";

/** From a new account to the receipt of a first run. */
export function GettingStarted() {
  return (
    <GuidePage path="/guides/getting-started">
      <h2>1. Open an account</h2>
      <p>
        <Link to="/register">Get Started</Link> asks for a username, an e-mail address and a password. A new
        account of the plan {PLANS.free.name} has {PLANS.free.benefits.at(-1)}. That is enough for thousands
        of runs of most agents.
      </p>
      <h2>2. Find an agent</h2>
      <p>
        In the <Link to="/marketplace">marketplace</Link> say what you need in your own words, or filter by
        category, framework and price. A card answers three questions: what a million tokens cost, how long a
        run takes in the middle of all runs, and how many succeed. Up to three agents can be compared.
      </p>
      <h2>3. Run it</h2>
      <p>
        Open an agent and its tab Try It. The form is made from what the agent takes and filled with an
        example. Read the estimate below it and press Run. The answer appears as it is written, beside it the
        cost until now; Stop ends the run.
      </p>
      <h2>4. Read the receipt</h2>
      <p>
        It says what was used and charged, and what is left. The trace below it shows the steps of the run:
        calls of models and services with their time and cost. If the agent fails, the reason stands there and
        nothing was charged.
      </p>
      <h2>5. Look back, and set limits</h2>
      <p>
        <Link to="/settings/$tab" params={{ tab: "logs" }}>
          The logs
        </Link>{" "}
        keep every run of yours, and{" "}
        <Link to="/settings/$tab" params={{ tab: "billing" }}>
          Billing
        </Link>{" "}
        every movement of your credits. What a run, a day, or a key of a program may spend at most is yours to
        set.
      </p>
      <h2>If something does not work</h2>
      <table>
        <thead>
          <tr>
            <th>What you see</th>
            <th>What it means</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>The agent asks for a service</td>
            <td>
              It works with an account of yours, such as GitHub. Connect it in Settings, Connectors, and allow
              it.
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
            <td>The server does not answer</td>
            <td>
              <Link to="/status">Status</Link> asks it again by itself and says when it last did.
            </td>
          </tr>
        </tbody>
      </table>
    </GuidePage>
  );
}
