import type { Agent } from "@stoa/contract/catalog";
import type { RunRequest } from "@stoa/contract/runs";
import type { useRun } from "../../queries/live-run.ts";
import { useRunQuestions } from "./use-run-questions.tsx";

/**
 * Returns `start`, which asks every open question about a run and then starts it. If the server refuses the run because
 * access is missing, it asks for the access and starts the run again. The caller must render `dialogs`.
 */
export function useConfirmedStart(agent: Agent, startRun: ReturnType<typeof useRun>["start"]) {
  const { services, hosts, confirm, askForMissingAccess, dialogs } = useRunQuestions(agent);

  const begin = async (request: RunRequest, onStarted: () => void) => {
    const started = startRun(request);
    onStarted();
    if ((await started) === "grant_needed") await askForMissingAccess(() => void begin(request, onStarted));
  };

  return {
    services,
    hosts,
    /** Asks every question, and then calls back with the confirmed request. */
    confirm,
    /** Asks every question and starts the run. Calls `onStarted` as soon as the request is sent. */
    start: (request: RunRequest, onStarted: () => void) =>
      confirm(request, (confirmed) => void begin(confirmed, onStarted)),
    dialogs,
  };
}
