import type { Agent } from "@stoa/contract/catalog";
import type { PinnedComparison } from "@stoa/contract/pinned-comparison";
import { summarizeComparison } from "@stoa/contract/pinned-comparison-texts";
import { Dialog } from "../../../components/dialog.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { usePinnedComparison } from "../../../queries/versions.ts";
import { ComparedNodeRow } from "./compared-node-row.tsx";

const RUNNING = "Running the workflow with its pinned data…";

interface ComparisonDialogProps {
  readonly agent: Agent;
  readonly onClose: () => void;
}

/** Runs the current version of a workflow on its pinned data and shows each node's output beside what was pinned. */
export default function ComparisonDialog({ agent, onClose }: ComparisonDialogProps) {
  const comparison = usePinnedComparison(agent.id, agent.version);
  const { data, isFetching } = comparison;
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="Compare with n8n"
      description={`${agent.name}, version ${agent.version}. The comparison is free: no service or model is called, and nothing is stored.`}
    >
      <p role="status" className="sr-only">
        {data ? summarizeComparison(data) : isFetching ? RUNNING : ""}
      </p>
      {comparison.isError && !isFetching ? (
        <ErrorState
          title="The workflow could not be compared"
          detail={getServerDetail(comparison.error) ?? "Check your connection and try again."}
          onRetry={() => comparison.refetch()}
        />
      ) : data ? (
        <Comparison comparison={data} />
      ) : (
        <div className="grid gap-3">
          <p className="text-14 text-ink-2">{RUNNING}</p>
          <Skeleton className="h-64 w-full" />
        </div>
      )}
    </Dialog>
  );
}

function Comparison({ comparison }: { readonly comparison: PinnedComparison }) {
  const { trigger, nodes, error, is_cut, pinned_nodes, equal_nodes } = comparison;
  const firstDifferent = nodes.find(({ state }) => state === "different" || state === "failed");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <h3 className="font-semibold text-18">
          {summarizeComparison(comparison)}
          {equal_nodes === pinned_nodes ? "." : describeOthers(comparison)}
        </h3>
        <p className="text-14 text-ink-2">
          {trigger.is_pinned
            ? `The workflow got the pinned data of '${trigger.name}'.`
            : `'${trigger.name}' has no pinned data, so the workflow got its example, or a greeting.`}{" "}
          Each node ran on its real input, and the nodes after it got its pinned data, so that one difference
          does not cause others.
        </p>
      </div>
      {error !== null && (
        <p role="alert" className="wrap-anywhere border-danger border-l-2 pl-3 text-14 text-danger">
          The comparison ended early. {error}
        </p>
      )}
      <ol aria-label="Nodes" className="divide-y divide-line border border-line bg-surface">
        {nodes.map((node) => (
          <li key={node.name}>
            <ComparedNodeRow node={node} isOpen={node === firstDifferent} />
          </li>
        ))}
      </ol>
      {is_cut && (
        <p className="text-14 text-ink-2">The workflow has more nodes. The first {nodes.length} are shown.</p>
      )}
    </div>
  );
}

/** Returns how the other pinned nodes ended, such as ": 1 different, 2 not executed." */
function describeOthers({ nodes }: PinnedComparison): string {
  const count = (wanted: PinnedComparison["nodes"][number]["state"]) =>
    nodes.filter(({ state, pinned_count }) => state === wanted && pinned_count !== null).length;
  const parts = [
    [count("different"), "different"],
    [count("pinned"), "not executed"],
    [count("failed"), "failed"],
    [count("not_reached"), "not reached"],
  ].flatMap(([number, label]) => (number === 0 ? [] : [`${number} ${label}`]));
  return parts.length === 0 ? "." : `: ${parts.join(", ")}.`;
}
