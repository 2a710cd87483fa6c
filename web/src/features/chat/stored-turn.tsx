import type { Turn } from "@stoa/contract/conversations";
import { TEXTS } from "@stoa/contract/texts";
import { memo } from "react";
import { Answer } from "../../components/answer.tsx";
import { RunArtifacts } from "../../components/artifacts/run-artifacts.tsx";
import { cx } from "../../lib/class-names.ts";
import { findFileIds } from "../../lib/file-input.ts";
import { getAnswerText } from "../../lib/run-file.ts";
import { isRunActive } from "../../lib/run-state.ts";
import { MessageBubble } from "./message-bubble.tsx";
import { TurnActions, type TurnHandlers } from "./turn-actions.tsx";
import { TurnTrace } from "./turn-steps.tsx";
import { getTurnInput } from "./use-chat-turns.ts";
import { useIsNear, type WatchNearness } from "./use-near-turns.ts";

interface StoredTurnProps {
  readonly turn: Turn;
  readonly agentName: string;
  readonly versions: readonly number[];
  /** The number of steps, if this screen has seen them; null otherwise. */
  readonly steps: number | null;
  /** Whether a run is active, so that no other can start. */
  readonly disabled: boolean;
  /** Watches whether this turn is near the view, if it may be skipped while it is not. */
  readonly watch?: WatchNearness | undefined;
  readonly handlers: TurnHandlers;
}

function describeOutcome({ status, detail }: Turn): string | null {
  if (status === "cancelled") return "You stopped this answer.";
  if (status === "completed" || isRunActive(status)) return null;
  return detail ?? TEXTS.run.failed;
}

/**
 * Shows a message and its answer. Renders again only if its own data changes, because a long chat has a thousand of
 * them. The browser neither lays out nor paints watched turns that are off screen, and keeps their height. Far from the
 * view, they are plain text, which the browser's search and screen readers still find.
 */
export const StoredTurn = memo(function StoredTurn({ watch, ...props }: StoredTurnProps) {
  const { element, isNear } = useIsNear(watch);
  return (
    <li
      ref={element}
      className={cx(
        "grid grid-cols-1 gap-3 py-4",
        watch !== undefined && "[contain-intrinsic-size:auto_14rem] [content-visibility:auto]",
      )}
    >
      {isNear ? <FormattedTurn {...props} /> : `${props.turn.message}\n${getAnswerText(props.turn)}`}
    </li>
  );
});

function FormattedTurn(props: Omit<StoredTurnProps, "watch">) {
  const { turn, agentName, versions, steps, disabled, handlers } = props;
  const outcome = describeOutcome(turn);
  const failed = turn.status === "failed" || turn.status === "timeout";
  return (
    <>
      <MessageBubble
        author="You"
        message={turn.message}
        fileIds={findFileIds(getTurnInput(turn))}
        files={turn.files}
      />
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <p className="sr-only">{agentName}</p>
        <TurnTrace runId={turn.run_id} steps={steps} />
        <Answer output={turn.agent_output} artifacts={turn.artifacts} />
        <div className="py-2 empty:hidden">
          <RunArtifacts runId={turn.run_id} artifacts={turn.artifacts} agent_output={turn.agent_output} />
        </div>
        {outcome !== null && (
          <p
            className={cx(
              "wrap-anywhere whitespace-pre-wrap border-l-2 pl-3 text-14",
              failed ? "border-danger text-danger" : "border-control text-ink-2",
            )}
          >
            {outcome}
          </p>
        )}
        <TurnActions turn={turn} versions={versions} disabled={disabled} handlers={handlers} />
      </div>
    </>
  );
}
