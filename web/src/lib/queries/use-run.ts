import type { ErrorCode } from "@stoa/contract/errors";
import type { RunRequest } from "@stoa/contract/runs";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { afterEvent, IDLE, type RunState, refusalCode, refusalText } from "../run-state.ts";
import { streamRun } from "../run-stream.ts";
import { useCancelRun } from "./use-cancel-run.ts";

/** Runs an agent and shows it as it goes: events are gathered and painted once a frame (look.md, 7). */
export function useRun() {
  const [state, setState] = useState<RunState>(IDLE);
  const latest = useRef<RunState>(IDLE);
  const frame = useRef(0);
  const following = useRef<AbortController | null>(null);
  const client = useQueryClient();
  const { mutate: cancel, isPending: stopping } = useCancelRun();

  const paint = useCallback((next: RunState) => {
    latest.current = next;
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0;
      setState(latest.current);
    });
  }, []);

  useEffect(
    () => () => {
      following.current?.abort();
      cancelAnimationFrame(frame.current);
    },
    [],
  );

  /** @returns the code of the refusal where the run was not started. */
  const start = useCallback(
    async (request: RunRequest): Promise<ErrorCode | null> => {
      following.current?.abort();
      const controller = new AbortController();
      following.current = controller;
      paint({ ...IDLE, phase: "executing" });
      try {
        for await (const event of streamRun(request, controller.signal))
          paint(afterEvent(latest.current, event));
      } catch (error) {
        if (controller.signal.aborted) return null;
        paint({ ...latest.current, phase: "ended", error: refusalText(error) });
        if (latest.current.runId === null) return refusalCode(error);
      }
      // The run moved money and history; the list of agents keeps its order until it is next asked for.
      void client.invalidateQueries({ queryKey: ["billing"] });
      void client.invalidateQueries({ queryKey: ["usage"] });
      return null;
    },
    [client, paint],
  );

  const stop = useCallback(() => {
    const { runId } = latest.current;
    if (runId !== null) cancel(runId);
  }, [cancel]);

  return { state, start, stop, stopping };
}
