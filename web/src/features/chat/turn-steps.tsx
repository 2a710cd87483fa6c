import { Disclosure } from "../../components/disclosure.tsx";
import { LazyRunTrace } from "../../components/run-trace/lazy-run-trace.tsx";
import { formatPlural } from "../../lib/format.ts";
import type { RunStep } from "../../lib/run-state.ts";

/** Shows the steps of an active run, folded; nothing before the first step. */
export function LiveSteps({ steps }: { readonly steps: readonly RunStep[] }) {
  if (steps.length === 0) return null;
  return (
    <Disclosure isQuiet title={formatPlural(steps.length, "step")}>
      <ol className="divide-y divide-line border border-line bg-surface">
        {steps.map(({ label, text }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added at the end
            key={index}
            className="px-3 py-2 text-14"
          >
            <p className="wrap-anywhere font-medium">{label}</p>
            {text !== "" && (
              <p className="wrap-anywhere line-clamp-4 whitespace-pre-wrap text-ink-2">{text}</p>
            )}
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

/** Shows the trace of an ended turn, folded. It is fetched when the user unfolds it. */
export function TurnTrace({ runId, steps }: { readonly runId: string; readonly steps: number | null }) {
  return (
    <Disclosure isQuiet title={steps === null ? "Steps" : formatPlural(steps, "step")}>
      <LazyRunTrace runId={runId} />
    </Disclosure>
  );
}
