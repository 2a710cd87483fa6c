import type { ComparedNode, ComparedNodeState } from "@stoa/contract/pinned-comparison";
import { describeDifference, NODE_STATE_LABELS } from "@stoa/contract/pinned-comparison-texts";
import { ChevronDown } from "lucide-react";
import { Badge, type BadgeTone } from "../../../components/badge.tsx";
import { getTypeLabel } from "../../../components/workflow/node-labels.ts";
import { formatPlural } from "../../../lib/format.ts";
import { MarkedItems } from "./marked-items.tsx";

const TONES: Readonly<Record<ComparedNodeState, BadgeTone>> = {
  equal: "ok",
  different: "warn",
  pinned: "neutral",
  not_pinned: "neutral",
  failed: "danger",
  not_reached: "neutral",
};

interface ComparedNodeRowProps {
  readonly node: ComparedNode;
  /** Whether the node is expanded at first. */
  readonly isOpen: boolean;
}

/** Shows the state of a node, and expands to its output beside its pinned data. */
export function ComparedNodeRow({ node, isOpen }: ComparedNodeRowProps) {
  const { name, type, state } = node;
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-14 -outline-offset-2">
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
        <span className="min-w-0 flex-1 text-ink-2 [overflow-wrap:anywhere]">{getTypeLabel(type)}</span>
        {node.differences.length > 0 && (
          <span className="mono text-12 text-ink-2">
            {node.has_more_differences
              ? `more than ${formatPlural(node.differences.length, "difference")}`
              : formatPlural(node.differences.length, "difference")}
          </span>
        )}
        <Badge tone={TONES[state]}>{NODE_STATE_LABELS[state]}</Badge>
        <ChevronDown aria-hidden="true" size={16} className="shrink-0 text-ink-2 group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pt-1 pb-4">
        <p className="wrap-anywhere whitespace-pre-wrap text-14 text-ink-2 empty:hidden">{explain(node)}</p>
        <Differences node={node} />
        <Outputs node={node} />
      </div>
    </details>
  );
}

function explain({ state, message, pinned_count, runs }: ComparedNode): string {
  if (state === "equal")
    return runs > 1 ? `It ran ${runs} times, and one of its outputs is the pinned one.` : "";
  if (state === "different") return runs > 1 ? `It ran ${runs} times. This is its last output.` : "";
  if (state === "failed")
    return pinned_count === null ? `${message}` : `${message}\nThe nodes after it got its pinned data.`;
  if (state === "pinned")
    return "It calls a service or reads stored data, so it was not executed. The nodes after it got its pinned data.";
  if (state === "not_pinned")
    return "It has no pinned data to compare with. Pin its output in n8n to compare it.";
  return message ?? "No items reached this node.";
}

function Differences({ node: { name, differences, has_more_differences } }: { readonly node: ComparedNode }) {
  if (differences.length === 0) return null;
  return (
    <ul aria-label={`Differences of ${name}`} className="grid gap-1 border-warn border-l-2 pl-3">
      {differences.map((difference) => (
        <li key={difference.path} className="mono wrap-anywhere text-12 leading-5">
          {describeDifference(difference)}
        </li>
      ))}
      {has_more_differences && <li className="text-14 text-ink-2">There are more differences.</li>}
    </ul>
  );
}

/** Shows the items of a node beside its pinned items. */
function Outputs({ node }: { readonly node: ComparedNode }) {
  const { items, item_counts, pinned_items, pinned_count, differences } = node;
  const paths = differences.map(({ path }) => path);
  const hasRun = item_counts.length > 0;
  // n8n pins only the first output.
  const shown = pinned_count === null ? item_counts : item_counts.slice(0, 1);
  if (!hasRun && pinned_items.length === 0) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 md:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
      {shown.map((count, output) => (
        <MarkedItems
          // biome-ignore lint/suspicious/noArrayIndexKey: the outputs of a comparison never change
          key={output}
          title={shown.length > 1 ? `On Stoa, output ${output + 1}` : "On Stoa"}
          count={count}
          items={items[output] ?? []}
          paths={paths}
        />
      ))}
      {pinned_count !== null && (
        <MarkedItems title="Pinned in n8n" count={pinned_count} items={pinned_items} paths={paths} />
      )}
    </div>
  );
}
