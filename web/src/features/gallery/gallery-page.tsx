import { AgentCard } from "../../components/agent-card.tsx";
import { AgentCardSkeleton } from "../../components/agent-card-skeleton.tsx";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { FavouriteButton } from "../../components/favourite-button.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { Panel } from "../../components/panel.tsx";
import { RatingSummary } from "../../components/reviews/rating-summary.tsx";
import { RunActions } from "../../components/run-actions.tsx";
import { RunEstimate } from "../../components/run-estimate.tsx";
import { RunOutput } from "../../components/run-output.tsx";
import { RunReceipt } from "../../components/run-receipt.tsx";
import { RunTrace } from "../../components/run-trace/run-trace-panel.tsx";
import { RunWaitList } from "../../components/run-waits.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { ButtonsShelf } from "./buttons-shelf.tsx";
import { ChartsShelf } from "./charts-shelf.tsx";
import { ChoicesShelf } from "./choices-shelf.tsx";
import { FieldsShelf } from "./fields-shelf.tsx";
import { FiguresShelf } from "./figures-shelf.tsx";
import { MarksShelf } from "./marks-shelf.tsx";
import { OverlaysShelf } from "./overlays-shelf.tsx";
import { AGENT, ENDED_RUN, ESTIMATE, NEW_AGENT, RATINGS, RUN_STATES, RUN_WAITS } from "./samples.ts";
import { nothing, Shelf, Specimen } from "./shelf.tsx";
import { TextShelf } from "./text-shelf.tsx";
import { FAILED_TRACE, TRACE } from "./trace-samples.ts";
import { WorkflowsShelf } from "./workflows-shelf.tsx";

/** Shows a trace: each kind of entry, and a failure. */
export function TracesShelf() {
  return (
    <Shelf title="Traces">
      <Specimen name="Every kind of entry">
        <RunTrace trace={TRACE} />
      </Specimen>
      <Specimen name="Failed">
        <RunTrace trace={FAILED_TRACE} />
      </Specimen>
    </Shelf>
  );
}

/** Shows empty and loading states. */
export function StatesShelf() {
  return (
    <Shelf title="States">
      <div className="hairgrid w-full md:grid-cols-3">
        <EmptyState title="No usage logs yet" hint="Start using agents" action={<Button>Browse</Button>} />
        <ErrorState title="Failed to load agents" detail="Please try again." onRetry={nothing} />
        <div className="grid content-start gap-3 p-4">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-24 w-full" />
        </div>
      </div>
      <Panel>What a panel holds.</Panel>
    </Shelf>
  );
}

/** Shows a run before it starts, while it runs and after it has ended. */
export function RunsShelf() {
  return (
    <Shelf title="Runs">
      <div className="grid w-full min-w-0 gap-6 lg:grid-cols-2">
        <Specimen name="Estimate">
          <RunEstimate estimate={undefined} callsOthers={false} />
          <RunEstimate estimate={ESTIMATE} callsOthers />
          <RunEstimate estimate={{ ...ESTIMATE, affordable: false }} callsOthers={false} />
        </Specimen>
        <Specimen name="Receipt">
          <RunReceipt result={ENDED_RUN} pricePerToken={0.0000042} />
          <RunActions result={ENDED_RUN} onRunAgain={nothing} />
        </Specimen>
        <Specimen name="Waiting for an answer">
          <RunWaitList waits={RUN_WAITS} />
        </Specimen>
        {RUN_STATES.map(({ name, state }) => (
          <Specimen key={name} name={name}>
            <RunOutput label={name} state={state} onFollow={nothing} />
          </Specimen>
        ))}
      </div>
    </Shelf>
  );
}

/** Shows agents that are measured, not measured yet or not loaded yet, and the reviews of one agent. */
export function AgentsShelf() {
  return (
    <Shelf title="Agents">
      <div className="hairgrid w-full md:grid-cols-3">
        {[AGENT, NEW_AGENT].map((agent) => (
          <AgentCard
            key={agent.id}
            agent={agent}
            link={(name) => <a href="#agents">{name}</a>}
            actions={<FavouriteButton agent={agent} />}
          />
        ))}
        <AgentCardSkeleton />
      </div>
      <div className="w-full max-w-xl">
        <RatingSummary list={RATINGS} />
      </div>
    </Shelf>
  );
}

/** Shows every component in each state, in the theme chosen in the header; development builds only. */
export function GalleryPage() {
  useDocumentTitle("Components");
  return (
    <div className="page grid grid-cols-1 gap-12 pt-8 pb-16">
      <PageHeading title="Components" subtitle="Each in each state" />
      <ButtonsShelf />
      <MarksShelf />
      <FieldsShelf />
      <ChoicesShelf />
      <OverlaysShelf />
      <AgentsShelf />
      <FiguresShelf />
      <ChartsShelf />
      <RunsShelf />
      <TracesShelf />
      <WorkflowsShelf />
      <StatesShelf />
      <TextShelf />
    </div>
  );
}
