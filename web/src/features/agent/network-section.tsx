import { describeHosts } from "@stoa/contract/agent-hosts";
import type { Agent } from "@stoa/contract/catalog";
import type { AgentHosts } from "@stoa/contract/connectors";
import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { HostList } from "../../components/run-questions/host-list.tsx";
import { getHostStanding, needsHostAnswer } from "../../components/run-questions/host-standing.ts";
import { notify } from "../../lib/notify.ts";
import { useSignedIn } from "../../lib/session.ts";
import { useAgentHosts, useRevokeHosts } from "../../queries/agent-hosts.ts";

const HostConsentDialog = lazyRouteComponent(
  () => import("../../components/run-questions/host-consent-dialog.tsx"),
);

/** Shows the hosts that an agent's runs send requests to, and whether the user allows them; nothing if there are none. */
export function NetworkSection({ agent }: { readonly agent: Agent }) {
  const signedIn = useSignedIn();
  const { data: standing } = useAgentHosts(agent);
  const [asking, setAsking] = useState(false);
  const { hosts = [], model_hosts: modelHosts = [] } = agent;
  if (hosts.length === 0) return null;
  const label = standing === undefined ? null : getHostStanding(standing.state);
  return (
    <section className="mb-8">
      <h3 className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-18">
        Sends requests to
        {signedIn && label !== null && <Badge tone={label.tone}>{label.label}</Badge>}
      </h3>
      <HostList hosts={hosts} />
      {modelHosts.length > 0 && (
        <p className="mt-2 text-14 text-ink-2">
          Models at {describeHosts(modelHosts)} are called with the developer's own key. Stoa does not count
          their tokens.
        </p>
      )}
      {signedIn && standing !== undefined && (
        <HostAction agent={agent} standing={standing} onAllow={() => setAsking(true)} />
      )}
      {asking && (
        <Suspense>
          <HostConsentDialog
            agent={agent}
            standing={standing}
            thenRun={false}
            onAllowed={() => setAsking(false)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

interface HostActionProps {
  readonly agent: Pick<Agent, "id">;
  readonly standing: AgentHosts;
  readonly onAllow: () => void;
}

/** Shows the one possible action: allowing the hosts, or revoking the permission. */
function HostAction({ agent, standing, onAllow }: HostActionProps) {
  const revoke = useRevokeHosts(agent.id);
  if (standing.state === "not_needed") return null;
  return (
    <div className="mt-3">
      {needsHostAnswer(standing) ? (
        <Button size="sm" variant="outline" aria-label="Allow these hosts" onClick={onAllow}>
          {standing.state === "changed" ? "Allow again" : "Allow"}
        </Button>
      ) : (
        <Button
          size="sm"
          variant="outline"
          aria-label="Revoke the permission for these hosts"
          busy={revoke.isPending}
          onClick={() =>
            revoke.mutate(undefined, {
              onError: () => void notify.error("Failed to revoke the permission. Please try again."),
            })
          }
        >
          Revoke
        </Button>
      )}
    </div>
  );
}
