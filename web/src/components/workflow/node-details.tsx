import type { NodeOfRun } from "@stoa/contract/runs";
import { X } from "lucide-react";
import { useState } from "react";
import { formatPlural } from "../../lib/format.ts";
import { Badge } from "../badge.tsx";
import { CodeBlock } from "../code-block.tsx";
import { ErrorState } from "../error-state.tsx";
import { IconButton } from "../icon-button.tsx";
import { Select } from "../select.tsx";
import { Skeleton } from "../skeleton.tsx";
import type { DrawnNode } from "./drawing-layout.ts";
import { describeRun, getTypeLabel, NODE_STATES } from "./node-labels.ts";
import { hasEnded, type NodeEntry, type NodeState } from "./node-progress.ts";

interface NodeDetailsProps {
  readonly node: DrawnNode;
  readonly state: NodeState;
  /** The latest state of the node. */
  readonly latest: NodeOfRun | undefined;
  /** The node's runs in the trace; `undefined` while loading. */
  readonly entries: readonly NodeEntry[] | undefined;
  /** Loads the runs again after a failure. */
  readonly onRetry?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Shows a node's result in a run: its figures, why it failed, and the first items of each output. */
export function NodeDetails({ node, state, latest, entries, onRetry, onClose }: NodeDetailsProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const ended = entries?.filter((entry) => entry.state !== "running") ?? [];
  const entry = ended.find(({ run }) => run === chosen) ?? ended.at(-1);
  const { label, tone } = NODE_STATES[state];
  return (
    <section
      aria-label={`What ${node.name} did`}
      className="grid min-w-0 gap-3 rounded-4 border border-line bg-surface p-4"
    >
      <header className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-1">
          <h4 className="flex flex-wrap items-center gap-2 font-semibold text-16 [overflow-wrap:anywhere]">
            {node.name}
            <Badge tone={tone}>{label}</Badge>
          </h4>
          <p className="text-14 text-ink-2">{getTypeLabel(node.type)}</p>
        </div>
        {ended.length > 1 && (
          <Select
            aria-label="Run of the node"
            className="w-32 shrink-0"
            value={String(entry?.run)}
            onChange={(event) => setChosen(Number(event.target.value))}
            options={ended.map(({ run }) => ({ value: String(run), label: `Run ${run + 1}` }))}
          />
        )}
        <IconButton label={`Close ${node.name}`} framed={false} onClick={onClose}>
          <X aria-hidden="true" size={16} />
        </IconButton>
      </header>
      <Outcome latest={latest} entry={entry} isRequested={entries === undefined} onRetry={onRetry} />
    </section>
  );
}

function Outcome({
  latest,
  entry,
  isRequested,
  onRetry,
}: {
  readonly latest: NodeOfRun | undefined;
  readonly entry: NodeEntry | undefined;
  readonly isRequested: boolean;
  readonly onRetry: (() => void) | undefined;
}) {
  if (latest === undefined) return <p className="text-14 text-ink-2">Not run</p>;
  if (!entry) {
    if (!hasEnded(latest)) return <p className="text-14 text-ink-2">Still running</p>;
    if (isRequested && onRetry) return <ErrorState title="Failed to load the output" onRetry={onRetry} />;
    if (isRequested) return <Skeleton className="h-24 w-full" />;
  }
  const entryToShow = entry ? { ...entry, node: latest.node } : latest;
  return (
    <>
      <p className="mono text-12 text-ink-2">{describeRun(entryToShow)}</p>
      {entryToShow.error !== null && (
        <p className="wrap-anywhere whitespace-pre-wrap border-danger border-l-2 pl-3 text-14 text-danger">
          {entryToShow.error}
        </p>
      )}
      {entry && <Outputs entry={entry} />}
    </>
  );
}

function Outputs({ entry }: { readonly entry: NodeEntry }) {
  const { items, items_out, serves, state } = entry;
  if (serves !== null || state === "failed") return null;
  if (items === null)
    return <p className="text-14 text-ink-3 italic">Output hidden: it may repeat the caller's input.</p>;
  return items_out.map((count, output) => (
    <Output
      // biome-ignore lint/suspicious/noArrayIndexKey: the outputs of an ended run never change
      key={output}
      title={items_out.length > 1 ? `output ${output + 1}` : "output"}
      count={count}
      items={items[output]}
    />
  ));
}

function Output({
  title,
  count,
  items = [],
}: {
  readonly title: string;
  readonly count: number;
  readonly items: NonNullable<NodeEntry["items"]>[number] | undefined;
}) {
  if (count === 0) return <p className="text-14 text-ink-2">No items from {title}.</p>;
  if (items.length === 0)
    return (
      <p className="text-14 text-ink-2">
        {formatPlural(count, "item")} from {title}. A trace stores the first 256 kB of a run.
      </p>
    );
  const shown = items.length < count ? `, the first ${items.length}` : "";
  return (
    <CodeBlock
      language={`${title}: ${formatPlural(count, "item")}${shown}`}
      code={JSON.stringify(items, null, 2)}
    />
  );
}
