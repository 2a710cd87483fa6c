import { useState } from "react";
import { useWorkflowDrawing } from "../../queries/versions.ts";
import { ErrorState } from "../error-state.tsx";
import { DrawingSkeleton } from "./drawing-skeleton.tsx";
import { NodeDetails } from "./node-details.tsx";
import { getNodeState, type LatestRuns, type NodeEntry } from "./node-progress.ts";
import { WorkflowDrawing } from "./workflow-drawing.tsx";

export interface RunDrawingProps {
  readonly agentId: number;
  readonly version: number;
  readonly latest: LatestRuns;
  readonly isOver: boolean;
  /** Executions of the file's own nodes with their items; `undefined` while loading. */
  readonly entries: readonly NodeEntry[] | undefined;
  /** Loads the runs again after a failure. */
  readonly onRetry?: (() => void) | undefined;
  /**
   * Called with the name of the node whose details are open, or null. Items are only fetched while details are open.
   */
  readonly onOpen?: (node: string | null) => void;
}

/** Shows the workflow diagram of a run with details of the selected node. Only the agent's developer sees it. */
export default function RunDrawing(props: RunDrawingProps) {
  const { agentId, version, latest, isOver, entries, onRetry, onOpen } = props;
  const drawing = useWorkflowDrawing(agentId, version);
  const [open, setOpen] = useState<string | null>(null);
  function choose(node: string | null): void {
    setOpen(node);
    onOpen?.(node);
  }
  if (!drawing.data)
    return drawing.isError ? (
      <ErrorState title="Failed to load the workflow diagram" onRetry={() => drawing.refetch()} />
    ) : (
      <DrawingSkeleton />
    );
  const node = drawing.data.nodes.find(({ name }) => name === open);
  return (
    <WorkflowDrawing drawing={drawing.data} latest={latest} isOver={isOver} open={open} onOpen={choose}>
      {node && (
        <NodeDetails
          key={node.name}
          node={node}
          state={getNodeState(latest.get(node.name), { disabled: node.disabled, isOver })}
          latest={latest.get(node.name)}
          entries={entries?.filter((entry) => entry.node === node.name)}
          onRetry={onRetry}
          onClose={() => choose(null)}
        />
      )}
    </WorkflowDrawing>
  );
}
