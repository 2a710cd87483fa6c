import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { AgentCardSkeletons } from "../../components/agent-card-skeleton.tsx";
import { getButtonClass } from "../../components/button.tsx";
import { SectionHeading } from "../../components/page-heading.tsx";
import { useSignedIn } from "../../lib/session.ts";
import { Features } from "./features.tsx";
import { HeroRun } from "./hero-run.tsx";

const PopularAgents = lazy(() => import("./popular-agents.tsx"));
const Plans = lazy(() => import("./plans.tsx"));

/**
 * Shows the landing page: the product next to the headline, its features, agents and plans. It must not read the
 * session itself: re-rendering before its parts hydrate would discard them, and a key press on one of their links
 * would be lost.
 */
export function LandingPage() {
  return (
    <div className="page">
      <section className="grid items-center gap-12 py-14 md:py-24 lg:grid-cols-[1.15fr_1fr]">
        <div>
          <h1 className="text-hero">
            The App Store <br className="max-sm:hidden" />
            for AI Agents
          </h1>
          <p className="mt-6 max-w-[32rem] text-18 text-ink-2">
            Try any agent with one message. See the price before you run, the live cost, and a receipt.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <FirstLinks />
          </div>
        </div>
        <HeroRun />
      </section>

      <section className="border-ink border-t pt-10">
        <SectionHeading
          title="Popular agents"
          aside={
            <Link to="/marketplace" className="link-alone text-14">
              View all
            </Link>
          }
        />
        <div className="hairgrid sm:grid-cols-2 lg:grid-cols-4">
          <Suspense fallback={<AgentCardSkeletons count={4} />}>
            <PopularAgents />
          </Suspense>
        </div>
      </section>

      <Features />

      <section id="plans" className="scroll-mt-20 pt-20">
        <SectionHeading title="Plans" />
        <div className="min-h-[26rem]">
          <Suspense>
            <Plans />
          </Suspense>
        </div>
      </section>

      <section className="mt-20 grid items-center gap-6 border-ink border-y py-12 md:grid-cols-[1fr_auto]">
        <div>
          <h2 className="text-36">Put your agent to work</h2>
          <p className="mt-2 max-w-[36rem] text-ink-2">
            Upload one file, set a price per token, and earn your share of every run. We handle hosting,
            metering and billing.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Link to="/upload" className={getButtonClass("primary", "lg")}>
            Upload an agent
          </Link>
          <Link to="/marketplace" className={getButtonClass("outline", "lg")}>
            Browse agents
          </Link>
        </div>
      </section>
    </div>
  );
}

/**
 * Shows where to begin: links to create an account or read on for visitors, and links to their own pages for signed-in
 * users.
 */
function FirstLinks() {
  const signedIn = useSignedIn();
  return (
    <>
      <Link to={signedIn ? "/dashboard" : "/register"} className={getButtonClass("signal", "lg")}>
        Get Started
      </Link>
      <Link
        to={signedIn ? "/developer-studio" : "/guides/upload-an-agent"}
        className={getButtonClass("outline", "lg")}
      >
        For Developers
      </Link>
    </>
  );
}
