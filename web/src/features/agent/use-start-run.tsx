import type { Agent } from "@stoa/contract/catalog";
import type { RunRequest } from "@stoa/contract/runs";
import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { useCostQuestion } from "../../components/use-cost-question.tsx";
import { keepInBackground } from "../../lib/background-runs.ts";
import { notify } from "../../lib/notify.ts";
import { takeRunAfterSignUp } from "../../lib/run-after-sign-up.ts";
import { getRefusalText } from "../../lib/run-state.ts";
import { useAgentHosts } from "../../queries/agent-hosts.ts";
import { useAgentServices } from "../../queries/connector-grants.ts";
import { useRunInBackground } from "../../queries/runs.ts";
import { needsHostAnswer } from "./host-standing.ts";
import { needsAnswer } from "./service-standing.ts";
import type { useTryRun } from "./use-try-run.ts";

const HostConsentDialog = lazyRouteComponent(() => import("./host-consent-dialog.tsx"));
const ConsentDialog = lazyRouteComponent(() => import("./consent-dialog.tsx"));

type TryRun = ReturnType<typeof useTryRun>;

/** Asks the user, before a run, to allow the agent's services and hosts and to confirm a high cost. */
function useRunQuestions(agent: Agent) {
  const services = useAgentServices(agent);
  const hosts = useAgentHosts(agent);
  const cost = useCostQuestion();
  const [onAllowed, setOnAllowed] = useState<(() => void) | null>(null);
  const [onHostsAllowed, setOnHostsAllowed] = useState<(() => void) | null>(null);
  const close = () => setOnAllowed(null);
  const closeHosts = () => setOnHostsAllowed(null);
  const askForAccess = (next: () => void) => setOnAllowed(() => next);
  const askForHosts = (next: () => void) => setOnHostsAllowed(() => next);

  return {
    services: services.data,
    hosts: hosts.data,
    /** Asks every question that the user has not answered yet, and then calls `next` with the confirmed request. */
    confirm: (request: RunRequest, next: (confirmed: RunRequest) => void) => {
      const confirmCost = () => void cost.confirm([request], ([confirmed = request]) => next(confirmed));
      const confirmHosts = () => {
        if (needsHostAnswer(hosts.data)) askForHosts(confirmCost);
        else confirmCost();
      };
      if (needsAnswer(services.data ?? [])) askForAccess(confirmHosts);
      else confirmHosts();
    },
    /** Asks for access after the server has refused a run because access is missing. */
    askForMissingAccess: async (next: () => void) => {
      const [foundServices, foundHosts] = await Promise.all([services.refetch(), hosts.refetch()]);
      if (needsAnswer(foundServices.data ?? [])) askForAccess(next);
      else if (needsHostAnswer(foundHosts.data)) askForHosts(next);
    },
    dialogs: (
      <>
        {cost.question}
        {onAllowed !== null && (
          <Suspense>
            <ConsentDialog
              agent={agent}
              uses={services.data}
              thenRun
              onAllowed={() => {
                close();
                onAllowed();
              }}
              onClose={close}
            />
          </Suspense>
        )}
        {onHostsAllowed !== null && (
          <Suspense>
            <HostConsentDialog
              agent={agent}
              standing={hosts.data}
              thenRun
              onAllowed={() => {
                closeHosts();
                onHostsAllowed();
              }}
              onClose={closeHosts}
            />
          </Suspense>
        )}
      </>
    ),
  };
}

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
  const { services, hosts, confirm, askForMissingAccess, dialogs } = useRunQuestions(agent);
  const background = useBackgroundStart(agent, run);
  const { request } = run;
  const isRunning = run.state.phase === "executing";

  const start = async (confirmed: RunRequest) => {
    const started = run.start(confirmed);
    onStarted();
    if ((await started) === "grant_needed") await askForMissingAccess(() => void start(confirmed));
  };
  const submit = () => {
    if (!isRunning && request !== null) confirm(request, (confirmed) => void start(confirmed));
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
