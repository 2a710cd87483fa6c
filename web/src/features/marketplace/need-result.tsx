import { FRAMEWORK_NAMES } from "@stoa/contract/catalog-labels";
import type { ScoreParts as Parts, Recommendation } from "@stoa/contract/recommendations";
import type { ReactNode } from "react";
import { AgentGlyph } from "../../components/agent-glyph.tsx";
import { DeveloperLink } from "../../components/developer-link.tsx";
import { FrameworkMark } from "../../components/framework.tsx";
import { PriceTag } from "../../components/price-tag.tsx";
import { NOT_MEASURED } from "../../lib/format.ts";

const NAMES: ReadonlyArray<{ readonly part: keyof Parts; readonly label: string }> = [
  { part: "words", label: "Words" },
  { part: "name", label: "Name" },
  { part: "meaning", label: "Meaning" },
  { part: "quality", label: "Quality" },
];

/** Shows the parts of a score, each as a percentage and a bar. */
function ScoreParts({ parts }: { readonly parts: Parts }) {
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-2 sm:grid-cols-4">
      {NAMES.map(({ part, label }) => {
        const share = parts[part];
        return (
          <div key={part} className="min-w-0">
            <dt className="label">{label}</dt>
            <dd className="mono text-12">
              {share === null ? NOT_MEASURED : `${Math.round(share * 100)}%`}
              <span aria-hidden="true" className="mt-1 block h-1 bg-sunken">
                <span className="block h-full bg-ink-2" style={{ width: `${(share ?? 0) * 100}%` }} />
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface NeedResultProps {
  readonly recommendation: Recommendation;
  readonly link: (name: string) => ReactNode;
  readonly actions: ReactNode;
}

/** Shows one recommended agent: how well it matches, why, and the parts of the score. */
export function NeedResult({ recommendation, link, actions }: NeedResultProps) {
  const { agent, score, score_parts, reason } = recommendation;
  return (
    <li className="group relative grid gap-4 p-4 transition-colors duration-100 hover:bg-raised has-[h3_a:focus-visible]:z-10 md:grid-cols-[5.5rem_1fr] md:p-5">
      <p className="max-md:flex max-md:items-baseline max-md:gap-2">
        <span className="font-semibold text-28 tabular-nums">{Math.round(score * 100)}</span>
        <span className="label md:block">of 100</span>
      </p>
      <div className="min-w-0">
        <div className="flex items-start gap-3">
          <AgentGlyph agentId={agent.id} framework={agent.framework} />
          <div className="min-w-0 flex-1">
            <h3 className="wrap-anywhere text-18 group-hover:underline group-hover:underline-offset-4 [&>a]:inline-block">
              {link(agent.name)}
            </h3>
            <p className="flex gap-1 text-14 text-ink-2 leading-6">
              by <DeveloperLink username={agent.developer} />
            </p>
          </div>
          <div className="relative z-10 -mt-1 -mr-2 flex">{actions}</div>
        </div>
        <p className="wrap-anywhere mt-3 max-w-[70ch] text-16">{agent.description}</p>
        <p className="mt-2 max-w-[70ch] text-14 text-ink-2">{reason}</p>
        <div className="mt-3 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <PriceTag pricePerToken={agent.price_per_token} />
          <FrameworkMark framework={agent.framework} name={FRAMEWORK_NAMES[agent.framework]} />
        </div>
        <div className="border-line border-t pt-3">
          <ScoreParts parts={score_parts} />
        </div>
      </div>
    </li>
  );
}
