import { formatMilliseconds } from "../../lib/format.ts";
import type { NodeEntry } from "../workflow/node-progress.ts";
import { itemFigures } from "../workflow/node-words.ts";

/** A run of a workflow's node: which, what went in and out, and how long it took. */
export function NodeEntryHead({ entry }: { readonly entry: NodeEntry }) {
  const { node, within, serves, run, duration, state } = entry;
  return (
    <>
      <span className="break-words font-medium text-14">
        {within !== null && `${within} › `}
        {node ?? "Withheld"}
      </span>
      <span className="mono text-12 text-ink-2">
        {run > 0 && `run ${run + 1}, `}
        {serves === null ? `${itemFigures(entry)}, ` : `for ${serves}, `}
        {state === "waiting"
          ? "waiting for an answer"
          : state === "running"
            ? "not ended"
            : formatMilliseconds(duration)}
      </span>
    </>
  );
}

/** Why a node failed; a reader who may not know is told that it did. */
export function nodeReason({ state, error }: NodeEntry): string | null {
  return state === "failed" ? (error ?? "It failed. Why is withheld.") : null;
}
