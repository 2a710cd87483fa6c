import type { HostGrant } from "@stoa/contract/connectors";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { HostName } from "../../../components/host-name.tsx";
import { notify } from "../../../lib/notify.ts";
import { type useHostGrants, useRevokeHosts } from "../../../queries/agent-hosts.ts";
import { GrantRow, GrantSection } from "./grant-section.tsx";

interface HostGrantsProps {
  readonly grants: ReturnType<typeof useHostGrants>;
}

/** Shows which agents may send requests to which hosts; each permission can be revoked. */
export function HostGrants({ grants }: HostGrantsProps) {
  const [grantToRevoke, setGrantToRevoke] = useState<HostGrant | null>(null);
  return (
    <>
      <GrantSection
        title="Hosts that agents reach"
        hint="An agent needs your permission before its first run, and again when it reaches more hosts. Its requests may contain your input."
        grants={grants}
        failure="Failed to load the hosts that agents reach"
        empty={{
          title: "No agent has permission yet",
          hint: "Stoa asks for your permission when you run an agent that sends requests to hosts.",
        }}
        renderRow={(grant) => (
          <GrantRow
            key={grant.agent_id}
            grant={grant}
            revokeLabel={`Revoke the hosts of ${grant.agent_name}`}
            onRevoke={() => setGrantToRevoke(grant)}
          >
            <ul
              aria-label={`Hosts of ${grant.agent_name}`}
              className="flex flex-wrap gap-x-4 gap-y-1 text-ink"
            >
              {grant.hosts.map((host) => (
                <li key={host} className="grid min-w-0">
                  <HostName host={host} />
                </li>
              ))}
            </ul>
          </GrantRow>
        )}
      />
      {grantToRevoke !== null && (
        <RevokeDialog grant={grantToRevoke} onClose={() => setGrantToRevoke(null)} />
      )}
    </>
  );
}

interface RevokeDialogProps {
  readonly grant: HostGrant;
  readonly onClose: () => void;
}

/** Asks for confirmation before it revokes a permission. */
function RevokeDialog({ grant, onClose }: RevokeDialogProps) {
  const revoke = useRevokeHosts(grant.agent_id);
  const confirm = () =>
    revoke.mutate(undefined, {
      onSuccess: () =>
        notify.success(
          `Permission revoked. New runs of ${grant.agent_name} are refused until you allow its hosts again.`,
        ),
      onError: () => notify.error("Failed to revoke the permission. Please try again."),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      open
      title="Revoke"
      question={`New runs of ${grant.agent_name} are refused until you allow its hosts again. Active runs keep their connections.`}
      confirmLabel="Revoke"
      busy={revoke.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
