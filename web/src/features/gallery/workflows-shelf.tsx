import { useState } from "react";
import { DRAWING, ranNode } from "../../components/workflow/drawing-sample.ts";
import { NodeDetails } from "../../components/workflow/node-details.tsx";
import { type LatestRuns, nodeState } from "../../components/workflow/node-progress.ts";
import { WorkflowDrawing } from "../../components/workflow/workflow-drawing.tsx";
import { Shelf, Specimen } from "./shelf.tsx";

const runs = (...all: readonly ReturnType<typeof ranNode>[]): LatestRuns =>
  new Map(all.map((run) => [run.node, run]));

const RUNNING = runs(
  ranNode("When a message comes"),
  ranNode("Long?", { run: 3, items_in: [12], items_out: [10, 2] }),
  ranNode("Model", { serves: "Agent" }),
  ranNode("Agent", { state: "running", items_in: [], items_out: [] }),
);
const FAILED = runs(
  ranNode("When a message comes"),
  ranNode("Long?", { items_out: [1, 0] }),
  ranNode("Agent", { state: "failed", items_out: [], error: "The model did not answer" }),
);

/** Draws a workflow before, during and after a run. */
export function WorkflowsShelf() {
  return (
    <Shelf title="Workflows">
      <Specimen name="Before a run">
        <Drawn latest={runs()} isOver={false} />
      </Specimen>
      <Specimen name="Running">
        <Drawn latest={RUNNING} isOver={false} />
      </Specimen>
      <Specimen name="Failed, with the node that did">
        <Drawn latest={FAILED} isOver opened="Agent" />
      </Specimen>
    </Shelf>
  );
}

function Drawn({
  latest,
  isOver,
  opened = null,
}: {
  readonly latest: LatestRuns;
  readonly isOver: boolean;
  readonly opened?: string | null;
}) {
  const [open, setOpen] = useState(opened);
  const node = DRAWING.nodes.find(({ name }) => name === open);
  return (
    <WorkflowDrawing drawing={DRAWING} latest={latest} isOver={isOver} open={open} onOpen={setOpen}>
      {node && (
        <NodeDetails
          key={node.name}
          node={node}
          state={nodeState(latest.get(node.name), { disabled: node.disabled, isOver })}
          latest={latest.get(node.name)}
          entries={[]}
          onClose={() => setOpen(null)}
        />
      )}
    </WorkflowDrawing>
  );
}
