import type { ExecutionResult } from "@stoa/contract/runs";
import { TEXTS } from "@stoa/contract/texts";
import { useEffect, useRef } from "react";
import { formatCount } from "../lib/format.ts";
import type { RunState } from "../lib/run-state.ts";
import { CodeBlock } from "./code-block.tsx";
import { LazyMarkdown } from "./lazy-markdown.tsx";
import { CostMeter, RunningDot } from "./meter.tsx";

/** The view follows the stream only while its reader is this near to the end. Pixels. */
const FOLLOW_WITHIN = 60;

function phaseText(state: RunState): string {
  if (state.phase === "idle") return "Ready";
  if (state.phase === "executing") return TEXTS.run.executing;
  if (state.result?.status === "cancelled") return "Stopped";
  return state.error === null ? "Finished" : "Failed";
}

/** The answer as it comes, with the meter running beside it. */
export function RunOutput({ state }: { readonly state: RunState }) {
  const running = state.phase === "executing";
  const scroller = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const height = useRef(0);

  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    // An answer that came all at once is read from its beginning.
    if (box.scrollHeight - height.current > box.clientHeight) follows.current = false;
    if (state.output === "") follows.current = true;
    else if (follows.current) box.scrollTop = box.scrollHeight;
    height.current = box.scrollHeight;
  }, [state.output]);

  return (
    <section aria-label="Output" className="flex min-w-0 flex-col rounded-6 border border-line bg-surface">
      <header className="flex h-12 items-center gap-3 border-line border-b px-4 text-14">
        <RunningDot running={running} />
        <span role="status">{phaseText(state)}</span>
        {running && state.message !== null && <span className="truncate text-ink-3">{state.message}</span>}
        <span className="ml-auto flex items-center gap-3">
          {state.phase !== "idle" && <span className="mono text-12">{formatCount(state.tokens)} tok</span>}
          <CostMeter usd={state.cost} running={running} />
        </span>
      </header>
      <div
        ref={scroller}
        aria-busy={running}
        onScroll={(event) => {
          const box = event.currentTarget;
          follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < FOLLOW_WITHIN;
        }}
        className="max-h-[30rem] min-h-64 flex-1 overflow-y-auto p-5"
      >
        <RunBody state={state} />
      </div>
    </section>
  );
}

function RunBody({ state }: { readonly state: RunState }) {
  const running = state.phase === "executing";
  return (
    <>
      {state.phase === "idle" && (
        <p className="text-14 text-ink-3">The answer appears here as it is written.</p>
      )}
      {state.error !== null && (
        <div role="alert" className="mb-4 border-danger border-l-2 pl-3 text-danger">
          <p>{state.error}</p>
          {state.result !== null && state.result.total_cost > 0 && (
            <p className="mt-1 text-14 text-warn">
              Billing issue: this run failed but was charged. Please report it with the run id{" "}
              {state.result.run_id}.
            </p>
          )}
        </div>
      )}
      {state.output !== "" && <LazyMarkdown text={state.output} streaming={running} />}
      <StructuredOutput result={state.result} />
      {running && (
        <span aria-hidden="true" className="mt-2 inline-block h-4 w-2 animate-pulse-signal bg-signal" />
      )}
    </>
  );
}

/** An answer that is not a text shows as JSON. */
function StructuredOutput({ result }: { readonly result: ExecutionResult | null }) {
  const output = result?.agent_output ?? null;
  if (output === null || typeof output === "string") return null;
  return <CodeBlock language="json" code={JSON.stringify(output, null, 2)} />;
}
