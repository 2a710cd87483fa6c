import type { Agent, AgentPause } from "@stoa/contract/catalog";
import { TEXTS } from "@stoa/contract/texts";
import { Link } from "@tanstack/react-router";
import { FlaskConical, Upload } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button, getButtonClass } from "../../components/button.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { formatDay } from "../../lib/format-time.ts";
import { getServerDetail } from "../../lib/http-error.ts";
import { notify } from "../../lib/notify.ts";
import { useUpdateAgent } from "../../queries/my-agents.ts";
import { AgentAnalytics } from "./analytics/agent-analytics.tsx";
import { CompareButton } from "./comparison/compare-button.tsx";
import { useStudioAddress } from "./studio-address.ts";
import { AGENT_PARTS } from "./studio-names.ts";

/** The sections whose code loads when they are first opened. */
const LAZY_SECTIONS = [
  { value: "versions", label: "Versions", Section: lazy(() => import("./versions/version-history.tsx")) },
  { value: "packages", label: "Packages", Section: lazy(() => import("./packages/agent-packages.tsx")) },
  { value: "secrets", label: "Secrets", Section: lazy(() => import("./secrets/agent-secrets.tsx")) },
  {
    value: "memory",
    label: "Shared memory",
    Section: lazy(() => import("./shared-memory/agent-shared-memory.tsx")),
  },
  { value: "reviews", label: "Reviews", Section: lazy(() => import("./reviews/agent-reviews.tsx")) },
  {
    value: "manage",
    label: "Price and listing",
    Section: lazy(() => import("./agent-settings/manage-agent.tsx")),
  },
] as const;

const NewVersion = lazy(() => import("./versions/new-version.tsx"));

/** Shows everything about one agent: its figures, versions, reviews, price and listing. */
export function AgentPanel({ agent }: { readonly agent: Agent }) {
  const { search, change, go } = useStudioAddress();
  const [uploading, setUploading] = useState(false);
  const part = search.part ?? "analytics";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <AgentProblems agent={agent} />
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
        {agent.framework === "n8n" && <CompareButton agent={agent} />}
        <Link to="/agent/$id" params={{ id: String(agent.id) }} className={getButtonClass("outline", "sm")}>
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
          ...LAZY_SECTIONS.map(({ value, label, Section }) => ({
            value,
            label,
            panel: (
              <Suspense fallback={<Skeleton className="h-40 w-full" />}>
                <Section agent={agent} />
              </Suspense>
            ),
          })),
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

/** Says why the agent cannot run: it is suspended, paused, or needs a model that this server does not offer. */
function AgentProblems({ agent }: { readonly agent: Agent }) {
  return (
    <>
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
    </>
  );
}

/** Shows why an agent was paused, and the button that ends the pause. */
function PausedAgent({ agent, pause }: { readonly agent: Agent; readonly pause: AgentPause }) {
  const update = useUpdateAgent(agent.id);
  const resume = () =>
    update.mutate(
      { is_active: true },
      {
        onSuccess: () => notify.success(`${agent.name} is active again`),
        onError: (error) => notify.error(getServerDetail(error) ?? "Failed to resume the agent"),
      },
    );
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-2.5 border-danger border-l-2 bg-surface py-2.5 pl-3 text-14"
    >
      <p className="text-danger">
        {pause.reason} Paused since {formatDay(pause.since)}.
      </p>
      <Button variant="outline" size="sm" busy={update.isPending} onClick={resume}>
        Resume
      </Button>
    </div>
  );
}
