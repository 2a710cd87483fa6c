import { RUN_NAMED } from "@stoa/contract/chosen-servers";
import type { ConnectorGrant } from "@stoa/contract/connectors";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { UseDescription } from "../../../components/use-description.tsx";
import { formatDay } from "../../../lib/format-time.ts";
import { notify } from "../../../lib/notify.ts";
import { type useGrants, useRevokeGrant } from "../../../queries/connectors.ts";

interface ConnectorGrantsProps {
  readonly grants: ReturnType<typeof useGrants>;
  readonly getName: (service: string) => string;
}

/** Shows which agents may use which connector, and for which purpose; each grant can be revoked. */
export function ConnectorGrants({ grants, getName }: ConnectorGrantsProps) {
  const revoke = useRevokeGrant();
  const [grantToRevoke, setGrantToRevoke] = useState<ConnectorGrant | null>(null);

  const takeBack = ({ id, agent_name }: ConnectorGrant) =>
    revoke.mutate(id, {
      onSuccess: () => notify.success(`${agent_name} can no longer use it`),
      onError: () => notify.error("Failed to revoke access. Please try again."),
      onSettled: () => setGrantToRevoke(null),
    });

  return (
    <section>
      <h3 className="text-18">Agent access</h3>
      <p className="mt-1 mb-4 text-14 text-ink-2">
        An agent asks before its first run, and again when it needs more access. It never sees your
        credentials.
      </p>
      <div className="border border-line bg-surface">
        {grants.isLoadingError ? (
          <ErrorState title="Failed to load agent access" onRetry={() => grants.refetch()} />
        ) : grants.isPending ? (
          <Skeleton className="h-50" />
        ) : grants.data.length === 0 ? (
          <EmptyState
            title="No agent has access yet"
            hint="Grant access on an agent's page, or when you run it."
          />
        ) : (
          <ul className="divide-y divide-line">
            {grants.data.map((grant) => (
              <GrantRow
                key={grant.id}
                grant={grant}
                service={getName(grant.service_name)}
                onTakeBack={() => setGrantToRevoke(grant)}
              />
            ))}
          </ul>
        )}
      </div>
      <ConfirmDialog
        open={grantToRevoke !== null}
        title="Revoke"
        question={
          grantToRevoke === null
            ? ""
            : `${grantToRevoke.agent_name} can no longer use your ${getName(grantToRevoke.service_name)} connector. In active runs, its next call is refused.`
        }
        confirmLabel="Revoke"
        busy={revoke.isPending}
        onConfirm={() => grantToRevoke !== null && takeBack(grantToRevoke)}
        onClose={() => setGrantToRevoke(null)}
      />
    </section>
  );
}

/** Returns for which of the agent's declared servers the user chose a connector, as the end of a sentence. */
function describePlace(standsFor: string): string {
  return standsFor === RUN_NAMED ? "where its runs name this host" : `instead of ${standsFor}`;
}

interface GrantRowProps {
  readonly grant: ConnectorGrant;
  readonly service: string;
  readonly onTakeBack: () => void;
}

function GrantRow({ grant, service, onTakeBack }: GrantRowProps) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[1fr_2fr_auto_auto]">
      <Link
        to="/agent/$id"
        params={{ id: String(grant.agent_id) }}
        className="link-alone min-w-0 font-medium text-14"
      >
        {grant.agent_name}
      </Link>
      <p className="min-w-0 break-words text-14 text-ink-2 max-md:order-last max-md:col-span-2">
        <span className="text-ink">{service}</span>
        {grant.stands_for !== null && ` (${describePlace(grant.stands_for)})`}: <UseDescription use={grant} />
      </p>
      <p className="mono whitespace-nowrap text-12 text-ink-3 max-md:order-last max-md:col-span-2">
        since {formatDay(grant.created_at)}
      </p>
      <Button
        size="sm"
        variant="outline"
        aria-label={`Revoke ${service} from ${grant.agent_name}`}
        onClick={onTakeBack}
      >
        Revoke
      </Button>
    </li>
  );
}
