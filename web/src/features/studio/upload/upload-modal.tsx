import { FRAMEWORK_NAMES } from "@stoa/contract/catalog-labels";
import type { UploadReply } from "@stoa/contract/uploads";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { AgentGlyph } from "../../../components/agent-glyph.tsx";
import { Button, getButtonClass } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { CheckList } from "./check-list.tsx";
import { UploadForm } from "./upload-form.tsx";

const READY = {
  public: "Your agent is listed",
  unlisted: "Your unlisted agent is ready",
  private: "Your private agent is ready",
} as const;

/** Shows Upload New Agent and, after the upload, the passed checks and a link to the agent. */
export default function UploadModal({ onClose }: { readonly onClose: () => void }) {
  const [uploaded, setUploaded] = useState<UploadReply | null>(null);
  const [isFilled, setFilled] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const finish = (reply: UploadReply) => {
    setUploaded(reply);
    setFilled(false);
  };
  return (
    <Dialog
      open
      onClose={() => (isFilled ? setLeaving(true) : onClose())}
      size="md"
      title={uploaded ? READY[uploaded.agent.visibility] : "Upload New Agent"}
    >
      {uploaded ? (
        <div className="grid gap-5">
          <div className="flex items-center gap-4">
            <AgentGlyph agentId={uploaded.agent.id} framework={uploaded.agent.framework} size={56} />
            <div className="min-w-0">
              <p className="truncate font-semibold text-18">{uploaded.agent.name}</p>
              <p className="text-14 text-ink-2">
                {FRAMEWORK_NAMES[uploaded.agent.framework]}, version {uploaded.agent.version}
              </p>
            </div>
          </div>
          <CheckList checks={uploaded.checks} />
          <div className="flex flex-wrap gap-2">
            <Link
              to="/agent/$id"
              params={{ id: String(uploaded.agent.id) }}
              className={getButtonClass("primary")}
            >
              View agent
            </Link>
            <Button variant="outline" onClick={() => setUploaded(null)}>
              Upload another
            </Button>
          </div>
        </div>
      ) : (
        <UploadForm onUploaded={finish} onFilled={setFilled} />
      )}
      <ConfirmDialog
        open={isLeaving}
        title="Discard this upload?"
        question="The file and your entries will be lost."
        confirmLabel="Discard"
        onConfirm={onClose}
        onClose={() => setLeaving(false)}
      />
    </Dialog>
  );
}
