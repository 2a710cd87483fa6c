import { Link } from "@tanstack/react-router";
import { Pause, Play, RotateCcw } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { AgentGlyph } from "../../components/agent-glyph.tsx";
import { getButtonClass } from "../../components/button.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { CostMeter } from "../../components/meter.tsx";
import { cx } from "../../lib/class-names.ts";
import { formatPricePerMillion, formatSeconds } from "../../lib/format.ts";
import { requestRunAfterSignUp } from "../../lib/run-after-sign-up.ts";
import { useSignedIn } from "../../lib/session.ts";
import { getCostAfter, getTextAfter, RECORDED_RUN, WRITTEN_TOKENS } from "./replay.ts";

/** The time per step, which shows one token. At 40 ms, the replay looks like a stream and ends after a few seconds. */
const STEP_MS = 40;
/**
 * The replay starts after this time: user input comes first, and an update during hydration would make React restart
 * parts of the page.
 */
const READ_MS = 1_200;

/** Plays `total` steps once, and again on request. If the user prefers reduced motion, shows the end immediately. */
function useReplay(total: number) {
  const [came, setCame] = useState(0);
  const [playing, setPlaying] = useState(true);
  const [read, setRead] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRead(true), READ_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) setCame(total);
  }, [total]);
  const ended = came >= total;
  useEffect(() => {
    if (!read || !playing || ended) return;
    const timer = setInterval(() => setCame((now) => Math.min(total, now + 1)), STEP_MS);
    return () => clearInterval(timer);
  }, [read, playing, ended, total]);
  return {
    came,
    state: ended ? ("ended" as const) : playing ? ("playing" as const) : ("paused" as const),
    /** Pauses, continues or restarts the replay. */
    press: () => {
      if (ended) setCame(0);
      setPlaying(ended || !playing);
    },
  };
}

const LABEL = "Run it yourself";
const CLASS = cx(getButtonClass("outline"), "w-full");

/**
 * Links from the recorded run to a run by the user. A visitor signs up on the way, and the run starts when they
 * return.
 */
function RunItYourself({ agentId }: { readonly agentId: number }) {
  if (useSignedIn()) {
    return (
      <Link to="/agent/$id" params={{ id: String(agentId) }} search={{ tab: "tryit" }} className={CLASS}>
        {LABEL}
      </Link>
    );
  }
  return (
    <Link
      to="/register"
      search={{ return: `/agent/${agentId}?tab=tryit` }}
      onClick={() => requestRunAfterSignUp(agentId)}
      className={CLASS}
    >
      {LABEL}
    </Link>
  );
}

/**
 * Renders the few Markdown forms of the recorded answer: headings, table rows, quotes, lists. The whole
 * Markdown renderer is half as large as the landing page.
 */
function RecordedText({ text }: { readonly text: string }) {
  return text.split("\n").map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines only grow at the end
    <RecordedLine key={index} line={line} />
  ));
}

function RecordedLine({ line }: { readonly line: string }) {
  if (/^\|[\s|-]*$/.test(line) || line.startsWith("| Reading")) return null;
  if (line.startsWith("|")) {
    const [name = "", value = ""] = line
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    return (
      <p className="flex border-line border-b py-1">
        <span className="w-28 text-ink-3">{name}</span>
        <span>{value}</span>
      </p>
    );
  }
  if (line.startsWith("##")) return <p className="mt-3 mb-1 font-semibold text-ink">{line.slice(3)}</p>;
  if (line.startsWith(">")) return <p className="min-h-2 border-line border-l-2 pl-3">{line.slice(2)}</p>;
  return <p>{line.replace(/^- \[ \] /, "□ ")}</p>;
}

const BUTTON = {
  playing: { label: "Pause the recording", Icon: Pause },
  paused: { label: "Play the recording", Icon: Play },
  ended: { label: "Play the recording again", Icon: RotateCcw },
} as const;

/** Shows a recorded run next to the headline: input, output and cost. */
export function HeroRun() {
  const { came, state, press } = useReplay(WRITTEN_TOKENS);
  const { label, Icon } = BUTTON[state];
  const answer = useRef<HTMLDivElement>(null);
  // The text is scrolled instead of aligned to the bottom, because browsers count movement by layout as a layout
  // shift.
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
              slowed down
            </span>
          </span>
        </span>
        <CostMeter usd={getCostAfter(came)} running={state === "playing"} />
      </figcaption>
      <div className="flex h-96 flex-col px-4 pt-4 text-14">
        <p className="border-control border-l-2 pl-3">{RECORDED_RUN.message}</p>
        <div
          ref={answer}
          className="min-h-0 flex-1 overflow-hidden pt-3 pb-4 [contain:strict] text-ink-2 [mask-image:linear-gradient(transparent,black_0.75rem)]"
        >
          <RecordedText text={getTextAfter(came)} />
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
