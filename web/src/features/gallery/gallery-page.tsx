import { AgentCard } from "../../components/agent-card.tsx";
import { AgentCardSkeleton } from "../../components/agent-card-skeleton.tsx";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { FavoriteButton } from "../../components/favorite-button.tsx";
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
import { ButtonsSection } from "./buttons-section.tsx";
import { ChartsSection } from "./charts-section.tsx";
import { ChoicesSection } from "./choices-section.tsx";
import { FieldsSection } from "./fields-section.tsx";
import { FiguresSection } from "./figures-section.tsx";
import { FilesSection } from "./files-section.tsx";
import { doNothing, GallerySection, Specimen } from "./gallery-section.tsx";
import { MarksSection } from "./marks-section.tsx";
import { OverlaysSection } from "./overlays-section.tsx";
import { AGENT, ENDED_RUN, ESTIMATE, NEW_AGENT, RATINGS, RUN_STATES, RUN_WAITS } from "./samples.ts";
import { TextSection } from "./text-section.tsx";
import { FAILED_TRACE, TRACE } from "./trace-samples.ts";
import { WorkflowsSection } from "./workflows-section.tsx";

/** Shows a trace: each kind of entry, and a failure. */
export function TracesSection() {
  return (
    <GallerySection title="Traces">
      <Specimen name="Every kind of entry">
        <RunTrace trace={TRACE} />
      </Specimen>
      <Specimen name="Failed">
        <RunTrace trace={FAILED_TRACE} />
      </Specimen>
    </GallerySection>
  );
}

/** Shows empty and loading states. */
export function StatesSection() {
  return (
    <GallerySection title="States">
      <div className="hairgrid w-full md:grid-cols-3">
        <EmptyState title="No usage logs yet" hint="Start using agents" action={<Button>Browse</Button>} />
        <ErrorState title="Failed to load agents" detail="Please try again." onRetry={doNothing} />
        <div className="grid content-start gap-3 p-4">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-24 w-full" />
        </div>
      </div>
      <Panel>Panel content</Panel>
    </GallerySection>
  );
}

/** Shows a run before it starts, while it runs and after it has ended. */
export function RunsSection() {
  return (
    <GallerySection title="Runs">
      <div className="grid w-full min-w-0 gap-6 lg:grid-cols-2">
        <Specimen name="Estimate">
          <RunEstimate estimate={undefined} callsOthers={false} />
          <RunEstimate estimate={ESTIMATE} callsOthers />
          <RunEstimate estimate={{ ...ESTIMATE, affordable: false }} callsOthers={false} />
        </Specimen>
        <Specimen name="Receipt">
          <RunReceipt result={ENDED_RUN} pricePerToken={0.0000042} />
          <RunActions result={ENDED_RUN} onRunAgain={doNothing} />
        </Specimen>
        <Specimen name="Waiting for an answer">
          <RunWaitList waits={RUN_WAITS} />
        </Specimen>
        {RUN_STATES.map(({ name, state }) => (
          <Specimen key={name} name={name}>
            <RunOutput label={name} state={state} onFollow={doNothing} />
          </Specimen>
        ))}
      </div>
    </GallerySection>
  );
}

/** Shows agents that are measured, not measured yet or not loaded yet, and the reviews of one agent. */
export function AgentsSection() {
  return (
    <GallerySection title="Agents">
      <div className="hairgrid w-full md:grid-cols-3">
        {[AGENT, NEW_AGENT].map((agent) => (
          <AgentCard
            key={agent.id}
            agent={agent}
            link={(name) => <a href="#agents">{name}</a>}
            actions={<FavoriteButton agent={agent} />}
          />
        ))}
        <AgentCardSkeleton />
      </div>
      <div className="w-full max-w-xl">
        <RatingSummary list={RATINGS} />
      </div>
    </GallerySection>
  );
}

/** Shows every component in each state, in the theme chosen in the header; development builds only. */
export function GalleryPage() {
  useDocumentTitle("Components");
  return (
    <div className="page grid grid-cols-1 gap-12 pt-8 pb-16">
      <PageHeading title="Components" subtitle="Each in each state" />
      <ButtonsSection />
      <MarksSection />
      <FieldsSection />
      <FilesSection />
      <ChoicesSection />
      <OverlaysSection />
      <AgentsSection />
      <FiguresSection />
      <ChartsSection />
      <RunsSection />
      <TracesSection />
      <WorkflowsSection />
      <StatesSection />
      <TextSection />
    </div>
  );
}
