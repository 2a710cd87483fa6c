import type { ExecutionResult } from "@stoa/contract/runs";
import { lazyRouteComponent } from "@tanstack/react-router";
import { Share2 } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "../button.tsx";

const ShareRunDialog = lazyRouteComponent(() => import("./share-run-dialog.tsx"));

type ShareRunButtonProps = {
  readonly result: Pick<ExecutionResult, "run_id" | "status" | "agent_output">;
};

/** Opens the dialog that shares an ended run by link. Shows nothing for a run without an output to share. */
export function ShareRunButton({ result }: ShareRunButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (result.status === "failed" || result.agent_output === null) return null;
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        icon={<Share2 aria-hidden="true" size={16} />}
        onClick={() => setOpen(true)}
      >
        Share
      </Button>
      {isOpen && (
        <Suspense>
          <ShareRunDialog runId={result.run_id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
