import { useState } from "react";
import { createNodeRun, DRAWING } from "../../components/workflow/drawing-sample.ts";
import { NodeDetails } from "../../components/workflow/node-details.tsx";
import { getNodeState, type LatestRuns } from "../../components/workflow/node-progress.ts";
import { WorkflowDrawing } from "../../components/workflow/workflow-drawing.tsx";
import { GallerySection, Specimen } from "./gallery-section.tsx";

const createRuns = (...all: readonly ReturnType<typeof createNodeRun>[]): LatestRuns =>
  new Map(all.map((run) => [run.node, run]));

const RUNNING = createRuns(
  createNodeRun("When a message comes"),
  createNodeRun("Long?", { run: 3, items_in: [12], items_out: [10, 2] }),
  createNodeRun("Model", { serves: "Agent" }),
  createNodeRun("Agent", { state: "running", items_in: [], items_out: [] }),
);
const FAILED = createRuns(
  createNodeRun("When a message comes"),
  createNodeRun("Long?", { items_out: [1, 0] }),
  createNodeRun("Agent", { state: "failed", items_out: [], error: "The model did not answer" }),
);

/** Draws a workflow before, during and after a run. */
export function WorkflowsSection() {
  return (
    <GallerySection title="Workflows">
      <Specimen name="Before a run">
        <DrawnWorkflow latest={createRuns()} isOver={false} />
      </Specimen>
      <Specimen name="Running">
        <DrawnWorkflow latest={RUNNING} isOver={false} />
      </Specimen>
      <Specimen name="Failed, with the node that did">
        <DrawnWorkflow latest={FAILED} isOver opened="Agent" />
      </Specimen>
    </GallerySection>
  );
}

function DrawnWorkflow({
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
          state={getNodeState(latest.get(node.name), { disabled: node.disabled, isOver })}
          latest={latest.get(node.name)}
          entries={[]}
          onClose={() => setOpen(null)}
        />
      )}
    </WorkflowDrawing>
  );
}
