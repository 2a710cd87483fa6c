import type { CalledRun } from "@stoa/contract/runs";
import { type ReactNode, useState } from "react";
import { AgentCardSkeleton } from "../../components/agent-card-skeleton.tsx";
import { AgentGlyph } from "../../components/agent-glyph.tsx";
import { ApiKeyField } from "../../components/api-key-field.tsx";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { CalledByAnotherRun } from "../../components/called-by-another-run.tsx";
import { CalledRuns } from "../../components/called-runs.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { FacetList } from "../../components/facet-list.tsx";
import { Field } from "../../components/field.tsx";
import { FilterChip } from "../../components/filter-chip.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { FrameworkMark } from "../../components/framework.tsx";
import { Input } from "../../components/input.tsx";
import { LazyMarkdown } from "../../components/lazy-markdown.tsx";
import { CostMeter, RunningDot } from "../../components/meter.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { Pagination } from "../../components/pagination.tsx";
import { PriceTag } from "../../components/price-tag.tsx";
import { Receipt } from "../../components/receipt.tsx";
import { SecretInput } from "../../components/secret-input.tsx";
import { SegmentedControl } from "../../components/segmented-control.tsx";
import { Select } from "../../components/select.tsx";
import { ServiceMark } from "../../components/service-mark.tsx";
import { Sparkline } from "../../components/sparkline.tsx";
import { Figure, Stat } from "../../components/stat.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Textarea } from "../../components/textarea.tsx";
import { notify } from "../../lib/notify.ts";

const FRAMEWORKS = ["langchain", "autogen", "n8n", "stoa"] as const;
const nothing = () => undefined;

/** Every component in every state; development builds only. */
export function GalleryScreen() {
  const [choice, setChoice] = useState("all");
  const [asking, setAsking] = useState(false);
  const [tab, setTab] = useState("one");
  return (
    <div className="page grid gap-12 pt-8">
      <PageHeading title="Components" subtitle="Each in each state" />
      <Shelf title="Buttons">
        {(["signal", "primary", "outline", "ghost", "danger"] as const).map((variant) => (
          <span key={variant} className="flex flex-wrap gap-2">
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} disabled>
              disabled
            </Button>
            <Button variant={variant} busy>
              busy
            </Button>
          </span>
        ))}
      </Shelf>
      <Shelf title="Marks">
        {FRAMEWORKS.map((framework) => (
          <span key={framework} className="grid justify-items-center gap-2">
            <AgentGlyph agentId={framework} framework={framework} size={56} />
            <FrameworkMark framework={framework} name={framework} />
          </span>
        ))}
        <ServiceMark name="GitHub" />
        <PriceTag pricePerToken={0.0000042} />
        <PriceTag pricePerToken={0} />
        <PriceTag pricePerToken={0.0042} size="lg" />
        {(["neutral", "ok", "warn", "danger", "info", "running"] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <CalledByAnotherRun />
        <CostMeter usd={0.001323} running />
        <CostMeter usd={0.001323} running={false} />
        <RunningDot running />
        <RunningDot running={false} />
        <span className="text-langchain">
          <Sparkline values={[3, 5, 2, 8, 6, 1, 0, 9]} label="Example bars" />
        </span>
      </Shelf>
      <Shelf title="Fields">
        <div className="grid w-full gap-4 md:grid-cols-3">
          <Field label="Plain" hint="A hint" aside="0 / 50 min">
            {(control) => <Input {...control} placeholder="Placeholder" />}
          </Field>
          <Field label="Wrong" error="Agent name is required">
            {(control) => <Input {...control} />}
          </Field>
          <Field label="Disabled">{(control) => <Input {...control} disabled value="Fixed" />}</Field>
          <Field label="Select">
            {(control) => <Select {...control} options={[{ value: "a", label: "First choice" }]} />}
          </Field>
          <Field label="Text">{(control) => <Textarea {...control} />}</Field>
          <Field label="Secret">
            {(control) => <SecretInput {...control} label="secret" defaultValue="not shown" />}
          </Field>
          <FormFailure text="Failed to add connector. Please try again." />
          <ApiKeyField apiKey="stoa_example0000000000000000" onCopied={nothing} onFailed={nothing} />
        </div>
      </Shelf>
      <Shelf title="Choices">
        <SegmentedControl
          label="Pricing"
          value={choice}
          onChange={setChoice}
          options={[
            { value: "all", label: "All" },
            { value: "free", label: "Free" },
          ]}
        />
        <div className="w-60">
          <FacetList
            title="Category"
            value={choice}
            onChange={setChoice}
            options={[
              { value: "all", label: "All", count: 12 },
              { value: "free", label: "Finance", count: 2 },
            ]}
          />
        </div>
        <FilterChip label="Finance" onRemove={nothing} />
        <Pagination hasPrevious={false} hasNext onPrevious={nothing} onNext={nothing} />
        <Button variant="outline" onClick={() => setAsking(true)}>
          Ask
        </Button>
        <Button variant="outline" onClick={() => notify.success("API key copied to clipboard")}>
          Toast
        </Button>
        <Button variant="outline" onClick={() => notify.error("Failed to copy API key")}>
          Error toast
        </Button>
        <ConfirmDialog
          open={asking}
          title="Refresh API key"
          question="This will invalidate your current key."
          confirmLabel="Refresh"
          onConfirm={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      </Shelf>
      <Shelf title="Figures">
        <div className="hairgrid w-full sm:grid-cols-3">
          <Figure label="Total Executions" value="1,482" note="All time" />
          <Figure label="Total Cost" value="$0.77" note="All time" />
          <dl className="p-4">
            <Stat label="Median">1.5s</Stat>
          </dl>
        </div>
        <div className="w-80">
          <Receipt
            rows={[
              { label: "Status", value: "Success" },
              { label: "Tokens", value: "315" },
            ]}
            total={{ label: "Total", value: "$0.001323" }}
            note="A note about the run."
          />
        </div>
        <div className="w-80">
          <Receipt
            rows={[{ label: "This run", value: "$0.001323" }]}
            parts={<CalledRuns runs={[CALLED_RUN]} />}
            total={{ label: "Total", value: "$0.001735" }}
          />
        </div>
      </Shelf>
      <Shelf title="States">
        <div className="hairgrid w-full md:grid-cols-3">
          <EmptyState title="No usage logs yet" hint="Start using agents" action={<Button>Browse</Button>} />
          <ErrorState title="Failed to load agents" detail="Please try again." onRetry={nothing} />
          <AgentCardSkeleton />
        </div>
      </Shelf>
      <Shelf title="Text">
        <div className="w-full">
          <Tabs
            label="Example"
            value={tab}
            onChange={setTab}
            items={[
              { value: "one", label: "Markdown", panel: <LazyMarkdown text={SAMPLE} /> },
              {
                value: "two",
                label: "Streaming",
                panel: <LazyMarkdown text={SAMPLE.slice(0, 42)} streaming />,
              },
              {
                value: "three",
                label: "Code",
                panel: <CodeBlock code="curl https://example.com" language="curl" />,
              },
            ]}
          />
        </div>
      </Shelf>
    </div>
  );
}

const CALLED_RUN: CalledRun = {
  run_id: "run_1",
  agent_id: 1,
  agent_name: "Ticket Triage",
  status: "completed",
  tokens_used: 412,
  cost: 0.000412,
};

const SAMPLE = `## In brief

**Three** schemes and a [link](https://example.com):

1. First
2. Second

| Scheme | Cap |
|---|---|
| A | 60% |

\`\`\`js
const a = 1;
\`\`\`
`;

function Shelf({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 text-22">{title}</h2>
      <div className="flex flex-wrap items-center gap-5">{children}</div>
    </section>
  );
}
