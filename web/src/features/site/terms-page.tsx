import { FAILED_RUNS_RULE } from "@stoa/contract/failed-run-texts";
import { LIMITS } from "@stoa/contract/limits";
import { Link } from "@tanstack/react-router";
import { SitePage } from "./site-page.tsx";

/** Shows the terms of use, as a draft: the operator of a server must have them reviewed. */
export function TermsPage() {
  return (
    <SitePage
      title="Terms of use"
      mark="Draft"
      lead="A plain draft. The operator of this server must review and complete it before it is binding."
    >
      <h2>Your account</h2>
      <p>
        You need an account to run and upload agents. Keep your password and API keys private: runs with them
        are charged to you. You can limit what a key or the whole account spends, replace a key at any time,
        and{" "}
        <Link to="/settings/$tab" params={{ tab: "general" }}>
          delete your account
        </Link>
        .
      </p>
      <h2>Credits and charges</h2>
      <ul>
        <li>You pay for the tokens that a run uses, at the agent's price when the run started.</li>
        <li>{FAILED_RUNS_RULE} A run that fails because of this server is never charged.</li>
        <li>
          If you stop a run, or it reaches its time limit, you pay for what it used if it delivered output or
          you have read the agent's logs. Otherwise, it counts as a failed run.
        </li>
        <li>
          If an agent calls other agents for you, you pay for their completed runs even if the calling agent
          fails.
        </li>
        <li>A price increase takes effect {LIMITS.priceRiseNoticeDays} days after it is announced.</li>
        <li>Credits included in a plan are not money and cannot be paid out.</li>
      </ul>
      <h2>Agents that you upload</h2>
      <ul>
        <li>You keep ownership. You allow us to check, store, list and run them for others.</li>
        <li>You are responsible for what they do, and for having the rights to everything in the file.</li>
        <li>
          They must say what they do, and request no more access to their callers' services than they need.
        </li>
        <li>You get your share of each run immediately, and Billing shows it.</li>
      </ul>
      <h2>What is not allowed</h2>
      <p>
        Agents or messages that break the law, harm people, attack other systems, try to escape the sandbox,
        or collect data that their callers did not intend to share. Paid reviews. We suspend such agents and
        accounts and review their earnings first.
      </p>
      <h2>Agent outputs</h2>
      <p>
        Outputs come from third-party programs and models. They may be wrong. Check important results before
        you act on them.
      </p>
    </SitePage>
  );
}
