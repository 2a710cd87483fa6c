import type { UsageRecord } from "@stoa/contract/usage";
import { Dialog } from "../../components/dialog.tsx";
import { RunTracePanel } from "../../components/run-trace/run-trace-panel.tsx";
import { formatTimestamp } from "../../lib/format-time.ts";

export interface AgentRunDialogProps {
  readonly run: UsageRecord;
  readonly onClose: () => void;
}

/**
 * Shows the trace of a run of the developer's agent. The contents of runs that their callers have not shared are
 * hidden.
 */
export default function AgentRunDialog({ run, onClose }: AgentRunDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      title="Trace"
      description={`Version ${run.version}, ${formatTimestamp(run.created_at)}`}
    >
      <RunTracePanel runId={run.id} withContent />
    </Dialog>
  );
}
