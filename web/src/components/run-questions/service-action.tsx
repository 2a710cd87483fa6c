import { ANY_API } from "@stoa/contract/api-host";
import type { AgentConnector } from "@stoa/contract/connectors";
import { Link } from "@tanstack/react-router";
import { Button, getButtonClass } from "../button.tsx";
import { needsSettings } from "./service-standing.ts";

interface ServiceActionProps {
  readonly use: AgentConnector;
  readonly onAllow: () => void;
}

/** Shows the next step for one service that an agent uses. */
export function ServiceAction({ use, onAllow }: ServiceActionProps) {
  if (needsSettings(use)) return <ConnectLink use={use} />;
  if (use.state === "granted")
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {use.choose && <AllowButton use={use} label="Choose again" onAllow={onAllow} />}
        <Link to="/settings/$tab" params={{ tab: "connectors" }} className="link-alone text-14">
          Revoke in Settings
        </Link>
      </div>
    );
  return (
    <div className="grid justify-items-start gap-2">
      {use.state === "changed" && (
        <p className="text-14 text-ink-2">It needs more access than you granted, or its owner changed.</p>
      )}
      {use.state === "inactive" && (
        <p className="text-14 text-ink-2">It is turned off in Settings. Turn it on, or choose another.</p>
      )}
      <AllowButton use={use} label={getLabel(use)} onAllow={onAllow} />
    </div>
  );
}

function getLabel({ state, choose }: AgentConnector): string {
  if (state === "changed") return "Allow again";
  return choose ? "Choose" : "Allow";
}

interface AllowButtonProps extends ServiceActionProps {
  readonly label: string;
}

function AllowButton({ use, label, onAllow }: AllowButtonProps) {
  return (
    <Button size="sm" variant="outline" aria-label={`${label}: ${use.display_name}`} onClick={onAllow}>
      {label}
    </Button>
  );
}

/** Links to Settings, where the connector is added or turned on. */
export function ConnectLink({ use }: { readonly use: AgentConnector }) {
  const missing = use.state === "no_connector";
  const [service, name] = use.choose ? [ANY_API, "an API"] : [use.service, use.display_name];
  return (
    <Link
      to="/settings/$tab"
      params={{ tab: "connectors" }}
      search={missing ? { connect: service } : {}}
      className={`${getButtonClass("outline", "sm")} justify-self-start`}
    >
      {missing ? `Connect ${name} first` : `Turn ${name} on first`}
    </Link>
  );
}
