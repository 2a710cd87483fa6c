import { Upload } from "lucide-react";
import { lazy, Suspense, useMemo } from "react";
import { Button } from "../../components/button.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useRevenues } from "../../queries/billing.ts";
import { useMyAgents } from "../../queries/my-agents.ts";
import { ActionCards } from "./action-cards.tsx";
import { Earnings } from "./analytics/earnings.tsx";
import { MyAgents } from "./my-agents.tsx";
import { SidePanel } from "./overview/side-panel.tsx";
import { type StudioAddress, StudioAddressContext, type StudioSearch } from "./studio-address.ts";

const UploadModal = lazy(() => import("./upload/upload-modal.tsx"));
const Playground = lazy(() => import("./playground/playground.tsx"));

interface StudioPageProps {
  readonly search: StudioSearch;
  readonly onSearch: (next: StudioSearch, replace: boolean) => void;
}

export function StudioPage({ search, onSearch }: StudioPageProps) {
  useDocumentTitle("Developer Studio");
  const mine = useMyAgents();
  const agents = mine.data?.agents;
  const ids = agents?.map((agent) => agent.id) ?? [];
  const revenues = useRevenues(ids);
  const address = useMemo<StudioAddress>(
    () => ({
      search,
      change: (next) => onSearch(next, true),
      go: (next) => onSearch(next, false),
    }),
    [search, onSearch],
  );
  const upload = () => address.go({ ...search, open: "upload" });
  const close = () => address.change({ ...search, open: undefined, play: undefined });
  return (
    <StudioAddressContext value={address}>
      <div className="page grid gap-8 pt-8">
        <PageHeading
          title="Developer Studio"
          subtitle="Upload agents and track their runs and earnings"
          actions={
            <Button icon={<Upload aria-hidden="true" size={16} />} onClick={upload}>
              Upload agent
            </Button>
          }
        />
        <ActionCards
          onUpload={upload}
          onPlayground={() => address.go({ ...search, open: "playground" })}
          hasAgents={agents === undefined || ids.length > 0}
        />
        <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
          <div className="grid min-w-0 gap-10">
            <MyAgents
              agents={agents}
              failed={mine.isError}
              revenues={revenues.byAgent}
              onRetry={() => mine.refetch()}
              onUpload={upload}
            />
            {ids.length > 0 && <Earnings agentIds={ids} />}
          </div>
          <SidePanel agents={agents} />
        </div>
      </div>
      <Suspense>
        {search.open === "upload" && <UploadModal onClose={close} />}
        {search.open === "playground" && <Playground agents={agents} onClose={close} />}
      </Suspense>
    </StudioAddressContext>
  );
}
