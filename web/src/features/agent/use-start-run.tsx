import type { Agent } from "@stoa/contract/catalog";
import type { RunRequest } from "@stoa/contract/runs";
import { useEffect, useEffectEvent } from "react";
import { useConfirmedStart } from "../../components/run-questions/use-confirmed-start.ts";
import { keepInBackground } from "../../lib/background-runs.ts";
import { notify } from "../../lib/notify.ts";
import { takeRunAfterSignUp } from "../../lib/run-after-sign-up.ts";
import { getRefusalText } from "../../lib/run-state.ts";
import { useRunInBackground } from "../../queries/runs.ts";
import type { useTryRun } from "./use-try-run.ts";

type TryRun = ReturnType<typeof useTryRun>;

/** Returns a function that starts a background run, and a function that moves the active run to the background. */
function useBackgroundStart(agent: Pick<Agent, "id">, run: TryRun) {
  const { mutate, isPending } = useRunInBackground();
  const keep = (runId: string) => {
    const task = Object.values(run.input).find((text) => text.trim() !== "") ?? "";
    keepInBackground({ runId, agentId: agent.id, task });
    void notify.success("Running in the background. You can leave this page.");
  };
  return {
    isStarting: isPending,
    start: (request: RunRequest) => {
      mutate(request, {
        onSuccess: keep,
        onError: (error) => void notify.error(getRefusalText(error)),
      });
    },
    leave: () => {
      const { runId } = run.state;
      if (runId === null) return;
      keep(runId);
      run.leave();
    },
  };
}

/** Starts the run that the user wanted before signing up. */
function useRunAfterSignUp(agentId: number, start: () => void): void {
  const startIfRequested = useEffectEvent((id: number) => {
    if (takeRunAfterSignUp(id)) start();
  });
  useEffect(() => startIfRequested(agentId), [agentId]);
}

/**
 * Returns functions that start the form's run here or in the background. They first ask for access to services and
 * hosts, and for confirmation of the cost. Calls `onStarted` when a run starts here.
 */
export function useStartRun(agent: Agent, run: TryRun, onStarted: () => void) {
  const { services, hosts, confirm, start, dialogs } = useConfirmedStart(agent, run.start);
  const background = useBackgroundStart(agent, run);
  const { request } = run;
  const isRunning = run.state.phase === "executing";

  const submit = () => {
    if (!isRunning && request !== null) start(request, onStarted);
  };
  useRunAfterSignUp(agent.id, submit);

  return {
    services,
    hosts,
    submit,
    isStartingInBackground: background.isStarting,
    /** Starts a background run, or continues the active one in the background. */
    runInBackground: () => {
      if (isRunning) background.leave();
      else if (request !== null) confirm(request, background.start);
    },
    /** The dialogs that ask the open question. The caller must render them. */
    dialogs,
  };
}
