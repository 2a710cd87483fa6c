import type { Agent } from "@stoa/contract/catalog";
import type { AgentHosts } from "@stoa/contract/connectors";
import { getServerDetail } from "../../lib/http-error.ts";
import { useAllowHosts } from "../../queries/agent-hosts.ts";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { FormFailure } from "../form-failure.tsx";
import { Skeleton } from "../skeleton.tsx";
import { HostList } from "./host-list.tsx";

export interface HostConsentDialogProps {
  readonly agent: Pick<Agent, "id" | "name">;
  /** The hosts and whether the user allows them; undefined while they load. */
  readonly standing: AgentHosts | undefined;
  /** Whether the run starts after the user has agreed. */
  readonly thenRun: boolean;
  readonly onAllowed: () => void;
  readonly onClose: () => void;
}

/** Asks whether the agent may send requests to its hosts, which may contain the user's input. */
export default function HostConsentDialog({
  agent,
  standing,
  thenRun,
  onAllowed,
  onClose,
}: HostConsentDialogProps) {
  const allow = useAllowHosts(agent.id);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${agent.name} sends requests to other servers`}
      description="Its requests may contain your input. You are asked again if a new version reaches other hosts."
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={thenRun ? "signal" : "primary"}
            busy={allow.isPending}
            disabled={standing === undefined}
            onClick={() => standing && allow.mutate(standing.hosts, { onSuccess: onAllowed })}
          >
            {thenRun ? "Allow and run" : "Allow"}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {standing === undefined ? <Skeleton className="h-14 w-full" /> : <HostList hosts={standing.hosts} />}
        {allow.isError && (
          <FormFailure
            text={getServerDetail(allow.error) ?? "Failed to allow the hosts. Please try again."}
          />
        )}
      </div>
    </Dialog>
  );
}
