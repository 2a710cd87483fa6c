import { FAILED_RUNS_RULE } from "@stoa/contract/failed-run-texts";
import { PLANS } from "@stoa/contract/plans";
import { Link } from "@tanstack/react-router";
import { SitePage } from "./site-page.tsx";

/** What Stoa is and how it treats money, agents and people. */
export function AboutPage() {
  return (
    <SitePage
      title="About Stoa"
      lead="A store where people find, run and pay for AI agents by the token, and where developers earn from every run of theirs."
    >
      <h2>Why a store</h2>
      <p>
        An agent that works on somebody's laptop is of use to one person. To be of use to others it needs a
        place to run, a price, a bill, and somebody who answers when it fails. Stoa is that place: a developer
        uploads one file, everybody else opens it in the marketplace and runs it with one message. No provider
        key is needed.
      </p>
      <h2>How a run is paid</h2>
      <ul>
        <li>Every agent has a price per token. It stands on its card, per million tokens.</li>
        <li>Before a run you see an estimate, while it runs a meter, afterwards a receipt.</li>
        <li>{FAILED_RUNS_RULE}</li>
        <li>A run that you stop costs what it had delivered by then.</li>
        <li>
          The developer's share of each run is booked in the same moment: {PLANS.free.revenueSharePercent} to{" "}
          {PLANS.business.revenueSharePercent}% of its price, by the developer's{" "}
          <Link to="/" hash="plans">
            plan
          </Link>
          .
        </li>
      </ul>
      <h2>How agents are kept apart</h2>
      <p>
        Code of strangers runs in a sandbox without a network, without files of others, and with bounds on
        time, memory and output. It never holds a key: models and services are called for it, and each call is
        counted. An agent that wants to use a service of yours asks you first.
      </p>
      <h2>What is measured</h2>
      <p>
        Uses, median time, success rate and rating of an agent are counted from real runs and written reviews.
        If nothing has been measured yet, the screen shows a dash.
      </p>
      <h2>Go on</h2>
      <p>
        <Link to="/guides">The documentation</Link> begins with a first run. <Link to="/status">Status</Link>{" "}
        says what this server can do now.
      </p>
    </SitePage>
  );
}
