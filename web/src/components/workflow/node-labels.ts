import type { NodeOfRun } from "@stoa/contract/runs";
import { formatCount, formatMilliseconds, formatPlural } from "../../lib/format.ts";
import type { BadgeTone } from "../badge.tsx";
import { hasEnded, type NodeState } from "./node-progress.ts";

export const NODE_STATES: Readonly<Record<NodeState, { readonly label: string; readonly tone: BadgeTone }>> =
  {
    waiting: { label: "Waiting", tone: "neutral" },
    running: { label: "Running", tone: "running" },
    asking: { label: "Needs an answer", tone: "warn" },
    done: { label: "Done", tone: "ok" },
    failed: { label: "Failed", tone: "danger" },
    stopped: { label: "Stopped", tone: "warn" },
    skipped: { label: "Skipped", tone: "neutral" },
    off: { label: "Turned off", tone: "neutral" },
  };

/** Returns a node's type as words, without its package: `n8n-nodes-base.httpRequest` becomes `HTTP request`. */
export function getTypeLabel(type: string): string {
  const name = type.slice(type.lastIndexOf(".") + 1).replace(/^lmChat(.+)/, "$1ChatModel");
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return sentence
    .replace(/^(http|html|xml|mcp|rss)\b/i, (short) => short.toUpperCase())
    .replace(/^open ai\b/i, "OpenAI");
}

/** Formats the item counts of inputs or outputs: `2 + 1`. */
const formatCounts = (items: readonly number[]) =>
  items.length === 0 ? "0" : items.map(formatCount).join(" + ");

/**
 * Formats the numbers of input and output items, short enough for a box: `1 → 2 + 1`. The output items are added once
 * the node has ended.
 */
export function formatItems({
  items_in,
  items_out,
  state,
}: Pick<NodeOfRun, "items_in" | "items_out" | "state">): string {
  if (!hasEnded({ state })) return `${formatCounts(items_in)} →`;
  return `${formatCounts(items_in)} → ${formatCounts(items_out)}`;
}

const sum = (items: readonly number[]) => items.reduce((a, b) => a + b, 0);

/** Describes a node's run for screen readers and the panel: its state, or its items and duration once it has ended. */
export function describeRun(run: NodeOfRun): string {
  if (run.state === "running") return "Running";
  if (run.state === "waiting") return "Waiting for an answer";
  const took = formatMilliseconds(run.duration);
  if (run.serves !== null) return `Prepared for ${run.serves} in ${took}.`;
  return `${formatPlural(sum(run.items_in), "item")} in, ${formatPlural(sum(run.items_out), "item")} out, ${took}.`;
}

/** Returns the label of a box for screen readers. */
export function getNodeLabel(
  name: string,
  type: string,
  state: NodeState,
  run: NodeOfRun | undefined,
): string {
  const parts = [name, getTypeLabel(type), NODE_STATES[state].label];
  if (run !== undefined && run.run > 0) parts.push(`run ${run.run + 1}`);
  const runDescription = run === undefined || !hasEnded(run) ? "" : ` ${describeRun(run)}`;
  return `${parts.join(", ")}.${runDescription}`;
}

/** Counts the nodes by state: "4 done, 1 failed, 2 skipped." */
export function summarizeDrawing(states: readonly NodeState[]): string {
  if (states.every((state) => state === "waiting" || state === "off"))
    return `${formatPlural(states.length, "node")}, none executed.`;
  const named = (Object.keys(NODE_STATES) as NodeState[]).flatMap((state) => {
    const count = states.filter((one) => one === state).length;
    return count === 0 ? [] : [`${formatCount(count)} ${NODE_STATES[state].label.toLowerCase()}`];
  });
  return `${named.join(", ")}.`;
}
