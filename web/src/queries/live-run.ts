import type { ErrorCode } from "@stoa/contract/errors";
import type { RunRequest } from "@stoa/contract/runs";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { applyEvent, getRefusalCode, getRefusalText, IDLE, type RunState } from "../lib/run-state.ts";
import { type FollowedRun, streamRun } from "../lib/run-stream.ts";
import { reloadQueries } from "./reload-queries.ts";
import { useCancelRun } from "./runs.ts";

/**
 * A request to start a run and its idempotency key. A request without a response may have reached the server, so
 * sending it again reuses the key and starts only one run.
 */
interface Attempt {
  readonly body: string;
  readonly key: string;
}

/** Collects the states of a run and paints the latest once per frame. */
function usePaintedState() {
  const [state, setState] = useState<RunState>(IDLE);
  const latest = useRef<RunState>(IDLE);
  const frame = useRef(0);

  const paint = useCallback((next: RunState) => {
    latest.current = next;
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0;
      setState(latest.current);
    });
  }, []);

  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
      frame.current = 0;
    },
    [],
  );

  return { state, latest, paint };
}

/** Runs an agent and shows its progress. */
export function useRun() {
  const { state, latest, paint } = usePaintedState();
  const following = useRef<AbortController | null>(null);
  const unanswered = useRef<Attempt | null>(null);
  const stopWanted = useRef(false);
  const client = useQueryClient();
  const { mutate: cancel, isPending: stopping } = useCancelRun();

  useEffect(() => () => following.current?.abort(), []);

  const followTo = useCallback(
    async (run: FollowedRun, from: RunState): Promise<unknown> => {
      following.current?.abort();
      const controller = new AbortController();
      following.current = controller;
      stopWanted.current = false;
      paint(from);
      try {
        for await (const event of streamRun(run, controller.signal)) {
          paint(applyEvent(latest.current, event));
          const { runId } = latest.current;
          if (stopWanted.current && runId !== null) {
            stopWanted.current = false;
            cancel(runId);
          }
        }
      } catch (error) {
        if (controller.signal.aborted) return null;
        const [text, code] = [getRefusalText(error), getRefusalCode(error)];
        paint({ ...latest.current, phase: "ended", lost: false, error: text, code });
        return error;
      }
      // The run changed balance and history. The agent list keeps its order until the next fetch.
      void reloadQueries(client, ["billing"]);
      void reloadQueries(client, ["usage"]);
      return null;
    },
    [cancel, client, latest, paint],
  );

  /**
   * Starts a run.
   * @returns the error code if the run was not started.
   */
  const start = useCallback(
    async (request: RunRequest): Promise<ErrorCode | null> => {
      const body = JSON.stringify(request);
      const key = unanswered.current?.body === body ? unanswered.current.key : crypto.randomUUID();
      unanswered.current = { body, key };
      const error = await followTo({ request, key }, { ...IDLE, phase: "executing" });
      const code = getRefusalCode(error);
      if (latest.current.runId !== null || code !== null) unanswered.current = null;
      return latest.current.runId === null ? code : null;
    },
    [followTo, latest],
  );

  /** Shows an earlier run from its beginning. */
  const follow = useCallback(
    (runId: string) => followTo({ runId }, { ...IDLE, phase: "executing", runId, opened: true }),
    [followTo],
  );

  /** Stops the run as soon as its id is known. */
  const stop = useCallback(() => {
    const { runId } = latest.current;
    if (runId !== null) cancel(runId);
    else stopWanted.current = true;
  }, [cancel, latest]);

  /** Stops following; the run continues on the server. */
  const detach = useCallback(() => {
    following.current?.abort();
    paint(IDLE);
  }, [paint]);

  return { state, start, follow, stop, leave: detach, stopping };
}
