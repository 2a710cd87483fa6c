import type { RunStatus } from "@stoa/contract/run-status";
import { Badge } from "./badge.tsx";

/** Success only where a run completed; any other status is Error (section 4). */
export function RunStatusBadge({ status }: { readonly status: RunStatus }) {
  return status === "completed" ? <Badge tone="ok">Success</Badge> : <Badge tone="danger">Error</Badge>;
}
