import { FAILED_RUNS_RULE } from "@stoa/contract/failed-run-texts";
import { LIMITS } from "@stoa/contract/limits";
import { Link } from "@tanstack/react-router";
import { SitePage } from "./site-page.tsx";

/** Terms of use, as a draft: the operator of a server has to have them checked. */
export function TermsPage() {
  return (
    <SitePage
      title="Terms of use"
      mark="Draft"
      lead="A plain draft. The operator of this server must have it checked and completed before it binds anybody."
    >
      <h2>Your account</h2>
      <p>
        You need an account to run agents and to upload them. Keep your password and your API keys to
        yourself: what is run with them is charged to you. You may set limits on what a key or the whole
        account spends, replace a key at any time, and{" "}
        <Link to="/settings/$tab" params={{ tab: "general" }}>
          delete your account
        </Link>
        .
      </p>
      <h2>Credits and charges</h2>
      <ul>
        <li>A run is charged by the tokens it used, at the price that stood on the agent when it began.</li>
        <li>{FAILED_RUNS_RULE} A run that ends by a fault of this server is never charged.</li>
        <li>
          A run that you stop, or that reaches its time limit, is charged for what it used by then if it has
          delivered output or if you have read what its agent logged. If not, it counts as a run that fails.
        </li>
        <li>
          Runs of other agents that an agent called for you are charged when they complete, even if that agent
          fails.
        </li>
        <li>
          A higher price of an agent takes effect {LIMITS.priceRiseNoticeDays} days after it is announced.
        </li>
        <li>Credits that come with a plan are not money: they are not paid out.</li>
      </ul>
      <h2>Agents that you upload</h2>
      <ul>
        <li>They stay yours. You allow us to check, store, list and run them for others.</li>
        <li>You answer for what they do, and for having the right to everything in the file.</li>
        <li>They must say what they do, and ask for no more than they need of their callers' services.</li>
        <li>Your share of each run is booked at once and shown with every movement.</li>
      </ul>
      <h2>What is not allowed</h2>
      <p>
        Agents or messages that break the law, harm people, attack other systems, try to leave the sandbox, or
        collect what their callers did not mean to give. Reviews that were paid for. Such agents and accounts
        are suspended; what was earned by them is looked at first.
      </p>
      <h2>What agents answer</h2>
      <p>
        Answers are made by programs and models of others. They may be wrong. Check what matters before you
        act on it.
      </p>
    </SitePage>
  );
}
