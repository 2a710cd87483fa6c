import type { ExecutionResult } from "@stoa/contract/runs";
import { TEXTS } from "@stoa/contract/texts";
import { type ReactNode, useEffect, useRef } from "react";
import { replaceFiles } from "../lib/file-output.ts";
import { formatCount } from "../lib/format.ts";
import type { RunState } from "../lib/run-state.ts";
import { RunArtifacts } from "./artifacts/run-artifacts.tsx";
import { CodeBlock } from "./code-block.tsx";
import { LazyMarkdown } from "./lazy-markdown.tsx";
import { CostMeter, RunningDot } from "./meter.tsx";
import { RunProblem } from "./run-problem.tsx";
import { RunWaits } from "./run-waits.tsx";

/** The distance in pixels from the end within which the view follows the stream. */
const FOLLOW_WITHIN = 60;
/** The milliseconds within which the whole output counts as arriving at once, so that nobody has begun to read it. */
const AT_ONCE_MS = 1500;

function describePhase(state: RunState): string {
  if (state.phase === "idle") return "Ready";
  if (state.phase === "executing") return state.lost ? "Connection lost" : TEXTS.run.executing;
  if (state.result?.status === "cancelled") return "Stopped";
  return state.error === null ? "Finished" : "Failed";
}

interface RunOutputProps {
  readonly state: RunState;
  readonly onFollow: (runId: string) => void;
  /** A name for the region if there are several. */
  readonly label?: string;
  /** Shown below the answer. */
  readonly footer?: ReactNode;
}

/** Shows the output as it streams, with the running cost next to it. */
export function RunOutput({ state, onFollow, label = "Output", footer }: RunOutputProps) {
  const running = state.phase === "executing";
  const scroller = useRef<HTMLElement>(null);
  const follows = useRef(true);
  const height = useRef(0);
  const began = useRef(0);

  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    if (state.output === "") {
      follows.current = true;
      began.current = performance.now();
    } else if (box.scrollHeight - height.current > box.clientHeight) follows.current = false;
    else if (follows.current) box.scrollTop = box.scrollHeight;
    // If the output arrives all at once, the user reads it from its beginning, so show that.
    if (state.phase === "ended" && performance.now() - began.current < AT_ONCE_MS) box.scrollTop = 0;
    height.current = box.scrollHeight;
  }, [state.output, state.phase]);

  return (
    <section aria-label={label} className="flex min-w-0 flex-col rounded-6 border border-line bg-surface">
      <header className="flex h-12 items-center gap-3 border-line border-b px-4 text-14">
        <RunningDot running={running && !state.lost} />
        <span role="status" className="shrink-0">
          {describePhase(state)}
        </span>
        {running && <span className="truncate text-ink-3">{describeProgress(state)}</span>}
        <span className="ml-auto flex shrink-0 items-center gap-3">
          {state.phase !== "idle" && <span className="mono text-12">{formatCount(state.tokens)} tok</span>}
          <CostMeter usd={state.cost} running={running} />
        </span>
      </header>
      <section
        aria-label="Answer"
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-busy={running}
        onScroll={(event) => {
          const box = event.currentTarget;
          follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < FOLLOW_WITHIN;
        }}
        className="max-h-[34rem] min-h-64 lg:max-h-[44rem] flex-1 overflow-y-auto p-5 -outline-offset-2"
      >
        {state.phase === "idle" && (
          <p className="text-14 text-ink-3">The output appears here as it is written.</p>
        )}
        <RunProblem state={state} onFollow={onFollow} />
        {running && state.runId !== null && state.waiting.size > 0 && (
          <RunWaits runId={state.runId} waiting={state.waiting} />
        )}
        {state.output !== "" && <LazyMarkdown text={state.output} streaming={running} />}
        {state.result !== null && <RunContent result={state.result} />}
        {running && (
          <span aria-hidden="true" className="mt-2 inline-block h-4 w-2 animate-pulse-signal bg-signal" />
        )}
      </section>
      {footer !== undefined && <footer className="border-line border-t px-4 py-3">{footer}</footer>}
    </section>
  );
}

function describeProgress({ lost, message }: RunState): string | null {
  return lost ? "The run is still going. Reconnecting..." : message;
}

/** Shows an answer that is not text as JSON, and the files that the agent returned. */
function RunContent({ result }: { readonly result: ExecutionResult }) {
  const { run_id, agent_output, artifacts } = result;
  const output = replaceFiles(agent_output, artifacts);
  const hasJson = output !== null && typeof output !== "string";
  return (
    <div className="mt-4 grid grid-cols-1 gap-4 first:mt-0 empty:hidden">
      {hasJson && <CodeBlock language="json" code={JSON.stringify(output, null, 2)} />}
      <RunArtifacts runId={run_id} artifacts={artifacts} agent_output={agent_output} />
    </div>
  );
}
