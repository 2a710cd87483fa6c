import { Upload } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../components/button.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { ActionCards } from "./action-cards.tsx";
import { MyAgents } from "./my-agents.tsx";
import { SidePanel } from "./side-panel.tsx";
import { useMyAgents } from "./use-my-agents.ts";
import { useRevenues } from "./use-revenues.ts";

const UploadModal = lazy(() => import("./upload-modal.tsx"));

/** The Developer Studio (section 2). */
export function StudioPage() {
  useDocumentTitle("Developer Studio");
  const [uploading, setUploading] = useState(false);
  const mine = useMyAgents();
  const agents = mine.data?.agents;
  const revenues = useRevenues((agents ?? []).map((agent) => agent.id));
  const upload = () => setUploading(true);
  return (
    <div className="page grid gap-8 pt-8">
      <PageHeading
        title="Developer Studio"
        subtitle="Upload agents, see what they do and what they earn"
        actions={
          <Button icon={<Upload aria-hidden="true" size={16} />} onClick={upload}>
            Upload agent
          </Button>
        }
      />
      <ActionCards onUpload={upload} playgroundAgent={agents?.[0]?.id} />
      <div className="grid items-start gap-10 lg:grid-cols-[1fr_21rem]">
        <MyAgents
          agents={agents}
          failed={mine.isError}
          revenues={revenues}
          onRetry={() => mine.refetch()}
          onUpload={upload}
        />
        <SidePanel agents={agents} revenues={revenues} />
      </div>
      {uploading && (
        <Suspense>
          <UploadModal onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </div>
  );
}
