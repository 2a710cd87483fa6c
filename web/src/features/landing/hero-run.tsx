import { Pause, Play, RotateCcw } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { AgentGlyph } from "../../components/agent-glyph.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { CostMeter } from "../../components/meter.tsx";
import { formatPricePerMillion, formatSeconds } from "../../lib/format.ts";
import { RecordedText } from "./recorded-text.tsx";
import { costAfter, RECORDED_RUN, textAfter, WRITTEN_TOKENS } from "./replay.ts";
import { RunItYourself } from "./run-it-yourself.tsx";
import { useReplay } from "./use-replay.ts";

const BUTTON = {
  playing: { label: "Pause the recording", Icon: Pause },
  paused: { label: "Play the recording", Icon: Play },
  ended: { label: "Play the recording again", Icon: RotateCcw },
} as const;

/** A recorded run beside the headline: what was asked, the answer as it came, what it cost. */
export function HeroRun() {
  const { came, state, press } = useReplay(WRITTEN_TOKENS);
  const { label, Icon } = BUTTON[state];
  const answer = useRef<HTMLDivElement>(null);
  // Scrolled rather than aligned to the bottom: what moves by layout is a shift of the page, as browsers count it.
  useLayoutEffect(() => {
    if (came > 0) answer.current?.scrollTo({ top: answer.current.scrollHeight });
  }, [came]);
  const figures = [
    ["Tokens", String(RECORDED_RUN.inputTokens + came)],
    ["Rate", `${formatPricePerMillion(RECORDED_RUN.pricePerToken)}/1M`],
    ["Took", formatSeconds(RECORDED_RUN.seconds)],
  ];
  return (
    <figure aria-label="A recorded run" className="overflow-hidden rounded-6 border border-line bg-surface">
      <figcaption className="flex items-center gap-3 border-line border-b px-4 py-3.5">
        <AgentGlyph agentId={RECORDED_RUN.agentId} framework={RECORDED_RUN.framework} size={36} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold text-16 leading-5">{RECORDED_RUN.agent}</span>
          <span className="block truncate text-14 text-ink-2">
            Recorded run
            <span className="max-sm:hidden">
              {" "}
              of <time dateTime={RECORDED_RUN.recordedAt}>{RECORDED_RUN.recordedAt.slice(0, 10)}</time>,
              played slowly
            </span>
          </span>
        </span>
        <CostMeter usd={costAfter(came)} running={state === "playing"} />
      </figcaption>
      <div className="flex h-96 flex-col px-4 pt-4 text-14">
        <p className="border-control border-l-2 pl-3">{RECORDED_RUN.message}</p>
        <div
          ref={answer}
          className="min-h-0 flex-1 overflow-hidden pt-3 pb-4 [contain:strict] text-ink-2 [mask-image:linear-gradient(transparent,black_0.75rem)]"
        >
          <RecordedText text={textAfter(came)} />
          {state !== "ended" && <span className="inline-block h-[1em] w-[0.5em] translate-y-0.5 bg-signal" />}
        </div>
      </div>
      <div className="flex items-center border-line border-t">
        <dl className="mono grid flex-1 grid-cols-3 divide-x divide-line text-12">
          {figures.map(([name, value]) => (
            <div key={name} className="px-3 py-3 sm:px-4">
              <dt className="label">{name}</dt>
              <dd className="mt-0.5">{value}</dd>
            </div>
          ))}
        </dl>
        <IconButton label={label} framed={false} className="mr-2" onClick={press}>
          <Icon aria-hidden="true" size={18} />
        </IconButton>
      </div>
      <div className="border-line border-t p-3">
        <RunItYourself agentId={RECORDED_RUN.agentId} />
      </div>
    </figure>
  );
}
