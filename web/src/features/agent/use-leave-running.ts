import type { Agent } from "@stoa/contract/catalog";
import type { RunRequest } from "@stoa/contract/runs";
import { keepInBackground } from "../../lib/background-runs.ts";
import { notify } from "../../lib/notify.ts";
import { refusalText } from "../../lib/run-state.ts";
import { useRunInBackground } from "../../queries/runs.ts";
import type { useTryRun } from "./use-try-run.ts";

const LEFT = "Running in the background. You can leave this page.";

/** Returns how to start a run in the background, and how to leave the active run running there. */
export function useLeaveRunning(agent: Pick<Agent, "id">, run: ReturnType<typeof useTryRun>) {
  const { mutate, isPending } = useRunInBackground();
  const keep = (runId: string) => {
    const task = Object.values(run.input).find((text) => text.trim() !== "") ?? "";
    keepInBackground({ runId, agentId: agent.id, task });
    void notify.success(LEFT);
  };
  return {
    starting: isPending,
    start: (request: RunRequest) => {
      mutate(request, {
        onSuccess: keep,
        onError: (error) => void notify.error(refusalText(error)),
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
