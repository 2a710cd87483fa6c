import { FRAMEWORK_NAMES } from "@stoa/contract/catalog-labels";
import { AgentGlyph } from "../../components/agent-glyph.tsx";
import { AgentLink } from "../../components/agent-link.tsx";
import { Badge } from "../../components/badge.tsx";
import { CalledByAnotherRun } from "../../components/called-by-another-run.tsx";
import { DeveloperLink } from "../../components/developer-link.tsx";
import { FrameworkMark } from "../../components/framework.tsx";
import { Logo } from "../../components/logo.tsx";
import { CostMeter, RunningDot } from "../../components/meter.tsx";
import { PriceTag } from "../../components/price-tag.tsx";
import { RunStatusBadge } from "../../components/run-status-badge.tsx";
import { ServiceMark } from "../../components/service-mark.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { UseDescription } from "../../components/use-description.tsx";
import { GallerySection } from "./gallery-section.tsx";

const FRAMEWORKS = ["langchain", "autogen", "n8n", "stoa"] as const;
const TONES = ["neutral", "ok", "warn", "danger", "info", "running"] as const;
const STATUSES = ["completed", "failed", "cancelled"] as const;

/** Shows marks and labels: glyphs, prices, badges, and names that link to pages. */
export function MarksSection() {
  return (
    <GallerySection title="Marks">
      <Logo />
      {FRAMEWORKS.map((framework) => (
        <span key={framework} className="grid justify-items-center gap-2">
          <AgentGlyph agentId={framework} framework={framework} size={56} />
          <FrameworkMark framework={framework} name={FRAMEWORK_NAMES[framework]} />
        </span>
      ))}
      <ServiceMark name="GitHub" />
      <PriceTag pricePerToken={0.0000042} />
      <PriceTag pricePerToken={0} />
      <PriceTag pricePerToken={0.0042} size="lg" />
      {TONES.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      {STATUSES.map((status) => (
        <RunStatusBadge key={status} status={status} error={null} />
      ))}
      <RunStatusBadge status="failed" error="provider_unavailable" />
      <CalledByAnotherRun />
      <CostMeter usd={0.001323} running />
      <CostMeter usd={0.001323} running={false} />
      <RunningDot running />
      <RunningDot running={false} />
      <Spinner />
      <span className="text-14">
        by <DeveloperLink username="stoa" />
      </span>
      <AgentLink id={1} name="An agent" />
      <AgentLink id={2} name={null} />
      <p className="text-14">
        <UseDescription use={{ methods: ["POST"], paths: ["/projects/*/issues"] }} />
      </p>
    </GallerySection>
  );
}
