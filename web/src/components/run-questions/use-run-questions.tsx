import type { Agent } from "@stoa/contract/catalog";
import type { RunRequest } from "@stoa/contract/runs";
import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useAgentHosts } from "../../queries/agent-hosts.ts";
import { useAgentServices } from "../../queries/connector-grants.ts";
import { useCostQuestion } from "../use-cost-question.tsx";
import { needsHostAnswer } from "./host-standing.ts";
import { needsAnswer } from "./service-standing.ts";

const HostConsentDialog = lazyRouteComponent(() => import("./host-consent-dialog.tsx"));
const ConsentDialog = lazyRouteComponent(() => import("./consent-dialog.tsx"));

/** Asks the user, before a run, to allow the agent's services and hosts and to confirm a high cost. */
export function useRunQuestions(agent: Agent) {
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
