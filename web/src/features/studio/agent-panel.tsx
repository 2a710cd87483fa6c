import type { Agent } from "@stoa/contract/catalog";
import { TEXTS } from "@stoa/contract/texts";
import { Link } from "@tanstack/react-router";
import { FlaskConical, Upload } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button, buttonClass } from "../../components/button.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { formatDay } from "../../lib/format-time.ts";
import { PausedAgent } from "./agent-settings/paused-agent.tsx";
import { AgentAnalytics } from "./analytics/agent-analytics.tsx";
import { useStudioAddress } from "./studio-address.ts";
import { AGENT_PARTS } from "./studio-names.ts";

const VersionHistory = lazy(() => import("./versions/version-history.tsx"));
const AgentReviews = lazy(() => import("./reviews/agent-reviews.tsx"));
const ManageAgent = lazy(() => import("./agent-settings/manage-agent.tsx"));
const NewVersion = lazy(() => import("./versions/new-version.tsx"));

/** Shows everything about one agent: its figures, versions, reviews, price and listing. */
export function AgentPanel({ agent }: { readonly agent: Agent }) {
  const { search, change, go } = useStudioAddress();
  const [uploading, setUploading] = useState(false);
  const part = search.part ?? "analytics";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {agent.suspension && (
        <p role="alert" className="border-danger border-l-2 bg-surface py-2.5 pl-3 text-14 text-danger">
          {TEXTS.agents.suspended(agent.suspension.reason)} Since {formatDay(agent.suspension.since)}.
        </p>
      )}
      {agent.pause && <PausedAgent agent={agent} pause={agent.pause} />}
      {agent.missing_models.length > 0 && (
        <p role="alert" className="border-warn border-l-2 bg-surface py-2.5 pl-3 text-14">
          {TEXTS.agents.missingModels(agent.missing_models)} Upload a version that uses another model, or ask
          the operator to offer this one.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Upload aria-hidden="true" size={16} />}
          aria-haspopup="dialog"
          onClick={() => setUploading(true)}
        >
          New version
        </Button>
        <Button
          variant="outline"
          size="sm"
          icon={<FlaskConical aria-hidden="true" size={16} />}
          aria-haspopup="dialog"
          onClick={() => go({ ...search, open: "playground", play: agent.id })}
        >
          Test
        </Button>
        <Link to="/agent/$id" params={{ id: String(agent.id) }} className={buttonClass("outline", "sm")}>
          View agent
        </Link>
      </div>
      <Tabs
        label={`Sections of ${agent.name}`}
        value={part}
        onChange={(next) => change({ ...search, part: AGENT_PARTS.slice(1).find((name) => name === next) })}
        panelClassName="pt-5 min-w-0"
        items={[
          { value: "analytics", label: "Analytics", panel: <AgentAnalytics agent={agent} /> },
          {
            value: "versions",
            label: "Versions",
            panel: (
              <Late>
                <VersionHistory agent={agent} />
              </Late>
            ),
          },
          {
            value: "reviews",
            label: "Reviews",
            panel: (
              <Late>
                <AgentReviews agent={agent} />
              </Late>
            ),
          },
          {
            value: "manage",
            label: "Price and listing",
            panel: (
              <Late>
                <ManageAgent agent={agent} />
              </Late>
            ),
          },
        ]}
      />
      {uploading && (
        <Suspense>
          <NewVersion agent={agent} onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Late({ children }: { readonly children: ReactNode }) {
  return <Suspense fallback={<Skeleton className="h-40 w-full" />}>{children}</Suspense>;
}
