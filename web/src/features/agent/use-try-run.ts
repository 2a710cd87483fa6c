import type { Agent } from "@stoa/contract/catalog";
import type { RunRequest } from "@stoa/contract/runs";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import {
  getExampleInput,
  isComplete,
  type TypedInput,
  toInputData,
  toTypedInput,
} from "../../lib/input-fields.ts";
import { parseMaxCost } from "../../lib/max-cost.ts";
import { readToken } from "../../lib/session.ts";
import { useCurrentUser } from "../../queries/current-user.ts";
import { useRun } from "../../queries/live-run.ts";
import { useRunTrace } from "../../queries/run-traces.ts";
import { keepRunDraft, type RunDraft, takeRunDraft } from "./run-draft.ts";

/** Stores the form's contents when the session ends, and restores them when the same user has signed in again. */
function useRunDraft(
  agentId: number,
  typed: Pick<RunDraft, "input" | "maxCostText">,
  onRestored: (draft: RunDraft) => void,
): void {
  const userId = useCurrentUser().data?.id;
  const restore = useEffectEvent((id: string) => {
    const draft = takeRunDraft(agentId, id);
    if (draft !== null) onRestored(draft);
  });
  const keep = useEffectEvent(() => {
    const sessionHasEnded = readToken() === null;
    if (sessionHasEnded && userId !== undefined) keepRunDraft({ agentId, userId, ...typed });
  });

  useEffect(() => {
    if (userId !== undefined) restore(userId);
  }, [userId]);
  // The form unmounts when the session ends: this is the last moment to save its contents.
  useEffect(() => () => keep(), []);
}

/** The run that the URL names, so that a reload, or leaving and coming back, loses nothing. */
export interface AddressedRun {
  readonly id: string | undefined;
  readonly onChange: (id: string) => void;
}

/** Manages the form of Try It and its run. */
export function useTryRun(agent: Agent, addressed: AddressedRun | undefined) {
  const { input_params: params } = agent;
  const [input, setInput] = useState(() => getExampleInput(agent));
  const [maxCostText, setMaxCostText] = useState("");
  const run = useRun();
  const maxCost = parseMaxCost(maxCostText);
  const complete = isComplete(params, input) && maxCost.problem === null;
  const request = useMemo<RunRequest | null>(
    () =>
      complete
        ? {
            agent_id: agent.id,
            input_data: toInputData(params, input),
            ...(maxCost.value === undefined ? {} : { max_cost: maxCost.value }),
          }
        : null,
    [agent.id, params, complete, input, maxCost.value],
  );
  const edited = useAddressedRun(run, addressed, (sent) => setInput(toTypedInput(params, sent)));
  useRunDraft(agent.id, { input, maxCostText }, (draft) => {
    edited.current = true;
    setInput(draft.input);
    setMaxCostText(draft.maxCostText);
  });

  return {
    ...run,
    input,
    maxCost,
    maxCostText,
    setMaxCostText,
    request,
    /** Fills the whole form. */
    fill: (next: TypedInput) => {
      edited.current = true;
      setInput(next);
    },
    change: (name: string, value: string) => {
      edited.current = true;
      setInput((now) => ({ ...now, [name]: value }));
    },
  };
}

/** Follows the run that the URL names, and puts a newly started run into the URL. */
function useAddressedRun(
  { state, follow }: Pick<ReturnType<typeof useRun>, "state" | "follow">,
  addressed: AddressedRun | undefined,
  onInput: (sent: RunRequest["input_data"]) => void,
) {
  const id = addressed?.id;
  const known = useRef<string | null>(null);
  const edited = useRef(false);
  const emitStarted = useEffectEvent((runId: string) => addressed?.onChange(runId));
  const give = useEffectEvent(onInput);

  useEffect(() => {
    if (id === undefined || id === known.current) return;
    known.current = id;
    edited.current = false;
    void follow(id);
  }, [id, follow]);

  // Unmounting stops following, so a new mount must follow the same run again.
  useEffect(
    () => () => {
      known.current = null;
    },
    [],
  );

  useEffect(() => {
    if (state.runId === null || state.runId === known.current) return;
    known.current = state.runId;
    emitStarted(state.runId);
  }, [state.runId]);

  // The input of an earlier run is in its trace. That input does not replace what the user has typed since.
  const sent = useRunTrace(state.phase === "ended" && state.opened ? state.runId : null).data?.content?.input;
  useEffect(() => {
    if (sent !== undefined && !edited.current) give(sent);
  }, [sent]);
  return edited;
}
