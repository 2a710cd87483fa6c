import type { NodeOfRun } from "@stoa/contract/runs";
import { Check, Circle, CircleQuestionMark, Minus, Power, Square, X } from "lucide-react";
import type { Ref } from "react";
import { cx } from "../../lib/class-names.ts";
import { formatMilliseconds } from "../../lib/format.ts";
import { BOX, type PositionedNode } from "./drawing-layout.ts";
import { formatItems, getNodeLabel, getTypeLabel, NODE_STATES } from "./node-labels.ts";
import type { NodeState } from "./node-progress.ts";

const LOOK: Readonly<Record<NodeState, string>> = {
  waiting: "border-control bg-surface text-ink",
  running: "border-signal bg-surface text-ink outline-1 outline-signal",
  asking: "border-warn bg-surface text-ink",
  done: "border-ok bg-surface text-ink",
  failed: "border-danger bg-surface text-ink",
  stopped: "border-warn bg-surface text-ink",
  skipped: "border-control border-dashed bg-bg text-ink-2",
  off: "border-control border-dashed bg-bg text-ink-3 line-through",
};

interface DrawnNodeProps {
  readonly place: PositionedNode;
  readonly state: NodeState;
  readonly run: NodeOfRun | undefined;
  readonly isOpen: boolean;
  /** Whether the Tab key reaches this node. Tab reaches only one node of a diagram, and arrow keys move from there. */
  readonly isTabStop: boolean;
  readonly panelId: string;
  readonly ref: Ref<HTMLButtonElement>;
  readonly onOpen: () => void;
  readonly onFocus: () => void;
}

/** Draws a node as a box with its name, its state, and the numbers of its input and output items. */
export function DrawnNode(props: DrawnNodeProps) {
  const { place, state, run, isOpen, isTabStop, panelId, ref, onOpen, onFocus } = props;
  const { node, left, top } = place;
  return (
    <button
      type="button"
      ref={ref}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={getNodeLabel(node.name, node.type, state, run)}
      aria-expanded={isOpen}
      {...(isOpen && { "aria-controls": panelId })}
      onClick={onOpen}
      onFocus={(event) => {
        event.currentTarget.scrollIntoView({ block: "nearest", inline: "nearest" });
        onFocus();
      }}
      style={{ left, top, ...BOX }}
      className={cx(
        "absolute flex scroll-m-6 flex-col justify-between rounded-4 border px-2.5 py-2 text-left transition-colors duration-100 hover:bg-sunken",
        LOOK[state],
        isOpen && "bg-sunken outline-2 outline-ink outline-offset-2",
      )}
    >
      <span className="flex min-w-0 items-start gap-1.5">
        <StateMark state={state} />
        <span className="line-clamp-2 font-medium text-12 leading-4 [overflow-wrap:anywhere]">
          {node.name}
        </span>
      </span>
      <span className="mono truncate text-11 text-ink-2 leading-4">
        {formatFigures(node.type, state, run)}
      </span>
    </button>
  );
}

function formatFigures(type: string, state: NodeState, run: NodeOfRun | undefined): string {
  if (run === undefined) return getTypeLabel(type);
  if (state === "running" || state === "asking" || state === "stopped") return NODE_STATES[state].label;
  if (run.serves !== null) return formatMilliseconds(run.duration);
  return `${formatItems(run)} · ${formatMilliseconds(run.duration)}`;
}

const MARKS = {
  waiting: Circle,
  asking: CircleQuestionMark,
  done: Check,
  failed: X,
  stopped: Square,
  skipped: Minus,
  off: Power,
} as const;
const TONES = {
  waiting: "text-ink-3",
  asking: "text-warn",
  done: "text-ok",
  failed: "text-danger",
  stopped: "text-warn",
  skipped: "text-ink-3",
  off: "text-ink-3",
} as const;

function StateMark({ state }: { readonly state: NodeState }) {
  if (state === "running")
    return (
      <span aria-hidden="true" className="m-1 size-2 shrink-0 animate-pulse-signal rounded-full bg-signal" />
    );
  const Icon = MARKS[state];
  return <Icon aria-hidden="true" size={14} className={cx("mt-px shrink-0", TONES[state])} />;
}
