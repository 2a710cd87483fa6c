import { SDK_SOURCE_PATH } from "@stoa/contract/sdk-packages";
import { Link, lazyRouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import { CodeExamples } from "../../../components/code-examples.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { useAgents } from "../../../queries/agents.ts";
import { KeyPanel } from "../key-panel.tsx";
import { SdkQuickStart } from "./sdk-quick-start.tsx";

const Endpoints = lazyRouteComponent(() => import("./endpoints.tsx"));

/** Shows access to the API: the key, a quick start with a live agent, and the endpoints of the contract. */
export function AccessPart() {
  const agents = useAgents({ sort: "most_run", limit: 4 });
  const first = agents.data?.pages[0]?.agents[0];
  return (
    <div className="grid min-w-0 gap-10">
      <section className="max-w-2xl">
        <h2 className="mb-4 text-22">API Access</h2>
        <KeyPanel />
      </section>
      {agents.isPending && <QuickStartSkeleton />}
      {first && (
        <section className="min-w-0">
          <h2 className="text-22">Quick Start</h2>
          <p className="mt-1 mb-3 text-14 text-ink-2">
            Set <code className="mono text-12">STOA_API_KEY</code>, then run {first.name}:
          </p>
          <CodeExamples agentId={first.id} input={{ message: "Hello" }} />
          <h3 className="mt-8 mb-1 text-18">With an SDK</h3>
          <p className="mb-3 text-14 text-ink-2">Safe retries, streaming and full types.</p>
          <SdkQuickStart agentId={first.id} input={{ message: "Hello" }} />
        </section>
      )}
      <section>
        <h2 className="mb-3 text-22">API Endpoints</h2>
        <Suspense fallback={<Skeleton className="h-103 w-full max-md:h-157" />}>
          <Endpoints />
        </Suspense>
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-14">
          <Link to="/docs" className="link-alone text-14">
            View Full API Documentation
          </Link>
          <a href={SDK_SOURCE_PATH} className="link-alone text-14">
            SDK on GitHub
          </a>
        </p>
      </section>
    </div>
  );
}

/** Shows a placeholder with the height of the loaded content, so that the endpoints below do not move. */
function QuickStartSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="h-13 w-80 max-w-full" />
      <Skeleton className="mt-3 h-119 w-full" />
      <Skeleton className="mt-8 h-13 w-80 max-w-full" />
      <Skeleton className="mt-3 h-115 w-full" />
    </div>
  );
}
