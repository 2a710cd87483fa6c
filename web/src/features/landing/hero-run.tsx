import { useEffect, useState } from "react";
import { AgentGlyph } from "../../components/agent-glyph.tsx";
import { CostMeter } from "../../components/meter.tsx";
import { formatPricePerMillion } from "../../lib/format.ts";
import { EXAMPLE_RUN } from "./example-run.ts";
import { ExampleText } from "./example-text.tsx";

/** One token a step; 40 ms reads as a stream and is over in a few seconds. */
const STEP_MS = 40;

/** How many of the answer's tokens have come; the whole answer at once where motion is unwelcome. */
function useStreamedTokens(total: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      setCount(total);
      return;
    }
    const timer = setInterval(() => {
      setCount((now) => {
        if (now + 1 >= total) clearInterval(timer);
        return Math.min(total, now + 1);
      });
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [total]);
  return count;
}

/** An example of a metered run beside the headline: what was asked, the answer as it comes, what it costs. */
export function HeroRun() {
  const came = useStreamedTokens(EXAMPLE_RUN.outputTokens.length);
  const running = came < EXAMPLE_RUN.outputTokens.length;
  const tokens = EXAMPLE_RUN.inputTokens + came;
  return (
    <figure aria-label="Example of a run" className="overflow-hidden rounded-6 border border-line bg-surface">
      <figcaption className="flex items-center gap-3 border-line border-b px-4 py-3.5">
        <AgentGlyph agentId={EXAMPLE_RUN.agentId} framework={EXAMPLE_RUN.framework} size={36} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold text-16 leading-5">{EXAMPLE_RUN.agent}</span>
          <span className="block text-14 text-ink-2">example run</span>
        </span>
        <CostMeter usd={tokens * EXAMPLE_RUN.pricePerToken} running={running} />
      </figcaption>
      <div className="flex h-96 flex-col px-4 pt-4 text-14">
        <p className="border-control border-l-2 pl-3">{EXAMPLE_RUN.message}</p>
        <div className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden [mask-image:linear-gradient(transparent,black_0.75rem)]">
          <div className="min-h-full shrink-0 pt-3 pb-4 text-ink-2">
            <ExampleText text={EXAMPLE_RUN.outputTokens.slice(0, came).join("")} />
            {running && <span className="inline-block h-[1em] w-[0.5em] translate-y-0.5 bg-signal" />}
          </div>
        </div>
      </div>
      <dl className="mono grid grid-cols-3 divide-x divide-line border-line border-t text-12">
        {[
          ["Tokens", String(tokens)],
          ["Rate", `${formatPricePerMillion(EXAMPLE_RUN.pricePerToken)} / 1M`],
          ["You pay", "per token"],
        ].map(([label, value]) => (
          <div key={label} className="px-4 py-3">
            <dt className="label">{label}</dt>
            <dd className="mt-0.5">{value}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
