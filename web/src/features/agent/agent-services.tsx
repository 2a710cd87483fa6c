import type { Agent } from "@stoa/contract/catalog";
import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { ServiceAction } from "../../components/run-questions/service-action.tsx";
import { ServiceUse } from "../../components/run-questions/service-use.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useSignedIn } from "../../lib/session.ts";
import { useAgentServices } from "../../queries/connector-grants.ts";

const ConsentDialog = lazyRouteComponent(() => import("../../components/run-questions/consent-dialog.tsx"));

/** Shows the user's services that an agent uses, with their state; nothing if it uses none. */
export function AgentServices({ agent }: { readonly agent: Agent }) {
  const signedIn = useSignedIn();
  const services = useAgentServices(agent);
  const [asking, setAsking] = useState(false);
  if (agent.connectors.length === 0) return null;
  return (
    <section className="mb-8">
      <h3 className="mb-3 text-18">Uses your services</h3>
      {services.isError && !services.data ? (
        <p className="text-14 text-ink-2">Could not load the services.</p>
      ) : (
        <ul className="divide-y divide-line border border-line bg-surface">
          {services.data?.map((use) => (
            <ServiceUse
              key={use.service}
              use={use}
              withState={signedIn}
              action={signedIn ? <ServiceAction use={use} onAllow={() => setAsking(true)} /> : undefined}
            />
          )) ??
            agent.connectors.map(({ service }) => (
              <li key={service} aria-hidden="true" className={signedIn ? "h-28 p-4" : "h-18 p-4"}>
                <Skeleton className="h-full" />
              </li>
            ))}
        </ul>
      )}
      {asking && (
        <Suspense>
          <ConsentDialog
            agent={agent}
            uses={services.data}
            thenRun={false}
            onAllowed={() => setAsking(false)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
