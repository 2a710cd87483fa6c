import type { Turn } from "@stoa/contract/conversations";
import type { InputData } from "@stoa/contract/runs";
import { canFollowAgain, IDLE, type RunState } from "../../lib/run-state.ts";

/** A message that was just sent and is not in the list of turns yet. */
export interface SentMessage {
  readonly message: string;
  readonly input: InputData;
  /** The turn that the message follows; undefined for the current turn. */
  readonly parent: number | null | undefined;
  /** The run that the screen showed before. Its state is not the state of this message. */
  readonly previousRun: string | null;
}

export interface ShownTurns {
  /** Turns that the server has stored, oldest first. */
  readonly stored: readonly Turn[];
  /** The sent message below them, if there is one. */
  readonly sent: SentMessage | null;
  /** The state of the run that the sent message has started. */
  readonly sentRun: RunState;
}

const STARTING: RunState = { ...IDLE, phase: "executing" };

/**
 * Returns what the chat shows: the path, or while a message is being answered, the path up to its parent with the
 * message below it.
 */
export function getShownTurns(
  path: readonly Turn[],
  sent: SentMessage | null,
  run: RunState,
  isStarting: boolean,
): ShownTurns {
  if (sent === null) return { stored: path, sent: null, sentRun: run };
  const isPrevious = run.runId !== null && run.runId === sent.previousRun;
  const sentRun = isStarting || isPrevious ? STARTING : run;
  const isStored = sentRun.runId !== null && path.some(({ run_id }) => run_id === sentRun.runId);
  if (isStored) return { stored: path, sent: null, sentRun: run };
  if (sent.parent === undefined) return { stored: path, sent, sentRun };
  // An index of -1 is the case of a first turn, which nothing precedes.
  const parentIndex = path.findIndex(({ turn }) => turn === sent.parent);
  return { stored: path.slice(0, parentIndex + 1), sent, sentRun };
}

/** Returns whether the run has not ended, although the screen may have lost its events. */
export function isUnfinished(run: RunState): boolean {
  return run.phase === "executing" || canFollowAgain(run);
}
