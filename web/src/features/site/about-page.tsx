import { FAILED_RUNS_RULE } from "@stoa/contract/failed-run-texts";
import { PLANS } from "@stoa/contract/plans";
import { Link } from "@tanstack/react-router";
import { SitePage } from "./site-page.tsx";

/** Explains what Stoa is and how it handles money, agents and people. */
export function AboutPage() {
  return (
    <SitePage
      title="About Stoa"
      lead="A store where people find, run and pay for AI agents by the token, and where developers earn from every run of their agents."
    >
      <h2>Why a store</h2>
      <p>
        An agent on a laptop helps one person. To help others, it needs hosting, a price, billing, and someone
        to call when it fails. Stoa provides that: a developer uploads one file, and everyone else finds it in
        the marketplace and runs it with one message. No provider key is needed.
      </p>
      <h2>How runs are billed</h2>
      <ul>
        <li>Every agent has a price per token. Its card shows it per million tokens.</li>
        <li>You see an estimate before a run, the live cost during it, and a receipt after it.</li>
        <li>{FAILED_RUNS_RULE}</li>
        <li>If you stop a run after it has delivered output, you pay for what it used.</li>
        <li>
          The developer's share of each run is paid immediately: {PLANS.free.revenueSharePercent} to{" "}
          {PLANS.business.revenueSharePercent}% of its price, depending on the developer's{" "}
          <Link to="/" hash="plans">
            plan
          </Link>
          .
        </li>
      </ul>
      <h2>How agents are isolated</h2>
      <p>
        Third-party code runs in a sandbox without other people's files, and with limits on time, memory and
        output. It reaches only the hosts that it declares, and you see and allow them before your first run.
        It never has your keys: Stoa calls models and services for it and counts each call. An agent that
        wants to use one of your services asks you first.
      </p>
      <h2>What is measured</h2>
      <p>
        An agent's runs, median time, success rate and rating come from real runs and reviews. If there is no
        data yet, you see a dash.
      </p>
      <h2>Next steps</h2>
      <p>
        <Link to="/guides">The documentation</Link> starts with your first run.{" "}
        <Link to="/status">Status</Link> shows what this server can run now.
      </p>
    </SitePage>
  );
}
