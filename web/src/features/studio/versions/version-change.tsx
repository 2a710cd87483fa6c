import type { Agent } from "@stoa/contract/catalog";
import type { AgentVersion } from "@stoa/contract/versions";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useActivate, useWithdraw } from "../../../queries/versions.ts";

export interface Change {
  readonly kind: "activate" | "withdraw";
  readonly version: AgentVersion;
}

interface VersionChangeProps {
  readonly agent: Agent;
  readonly change: Change;
  readonly onClose: () => void;
}

/** Asks for confirmation before a version becomes the current one or is withdrawn. */
export function VersionChange({ agent, change, onClose }: VersionChangeProps) {
  return change.kind === "activate" ? (
    <Activation agent={agent} version={change.version} onClose={onClose} />
  ) : (
    <Withdrawal agent={agent} version={change.version} onClose={onClose} />
  );
}

type Props = Omit<VersionChangeProps, "change"> & { readonly version: AgentVersion };

function Activation({ agent, version, onClose }: Props) {
  const activate = useActivate(agent.id);
  const isBack = version.number < agent.version;
  const confirm = () =>
    activate.mutate(version.number, {
      onSuccess: ({ checks }) => {
        const warning = checks.find((check) => check.status === "warning");
        void notify.success(`Version ${version.number} is now current`);
        if (warning) void notify.info(`${warning.label}: ${warning.detail}`);
        onClose();
      },
      onError: (error) => notify.error(getServerDetail(error) ?? "Failed to change the version"),
    });
  return (
    <ConfirmDialog
      open
      title={isBack ? "Roll back" : "Restore"}
      question={`New runs of ${agent.name} use version ${version.number} instead of version ${agent.version}.`}
      consequence="Active runs keep their version. You can change it again at any time."
      confirmLabel={`Make version ${version.number} current`}
      busy={activate.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

function Withdrawal({ agent, version, onClose }: Props) {
  const withdraw = useWithdraw(agent.id);
  const confirm = () =>
    withdraw.mutate(version.number, {
      onSuccess: onClose,
      onError: (error) => notify.error(getServerDetail(error) ?? "Failed to withdraw the version"),
    });
  return (
    <ConfirmDialog
      open
      title={`Withdraw version ${version.number}`}
      question={`Version ${version.number} of ${agent.name} is permanently withdrawn: nobody can run it, and it cannot become current again.`}
      consequence="Runs that request it fail."
      confirmLabel="Withdraw"
      busy={withdraw.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
