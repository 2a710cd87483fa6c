import { RUN_NAMED } from "@stoa/contract/chosen-servers";
import type { ConnectorGrant } from "@stoa/contract/connectors";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { UseDescription } from "../../../components/use-description.tsx";
import { notify } from "../../../lib/notify.ts";
import { type useGrants, useRevokeGrant } from "../../../queries/connectors.ts";
import { GrantRow, GrantSection } from "./grant-section.tsx";

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
      onSuccess: () => notify.success(`${agent_name} can no longer use the connector`),
      onError: () => notify.error("Failed to revoke access. Please try again."),
      onSettled: () => setGrantToRevoke(null),
    });

  return (
    <>
      <GrantSection
        title="Agent access"
        hint="An agent needs your permission before its first run, and again when it needs more access. Agents never see your credentials."
        grants={grants}
        failure="Failed to load agent access"
        empty={{
          title: "No agent has access yet",
          hint: "Grant access on an agent's page, or when you run it.",
        }}
        renderRow={(grant) => (
          <GrantRow
            key={grant.id}
            grant={grant}
            revokeLabel={`Revoke ${getName(grant.service_name)} from ${grant.agent_name}`}
            onRevoke={() => setGrantToRevoke(grant)}
          >
            <span className="text-ink">{getName(grant.service_name)}</span>
            {grant.stands_for !== null && ` (${describePlace(grant.stands_for)})`}:{" "}
            <UseDescription use={grant} />
          </GrantRow>
        )}
      />
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
    </>
  );
}

/** Describes which of the agent's declared servers the connector was chosen for, as a phrase for parentheses. */
function describePlace(standsFor: string): string {
  return standsFor === RUN_NAMED ? "if a run names this host" : `instead of ${standsFor}`;
}
