import type { AgentConnector } from "@stoa/contract/connectors";
import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "../../components/button.tsx";
import { needsSettings } from "./service-standing.ts";

export interface ServiceActionProps {
  readonly use: AgentConnector;
  readonly onAllow: () => void;
}

/** The one thing to do next about a service of an agent. */
export function ServiceAction({ use, onAllow }: ServiceActionProps) {
  if (needsSettings(use)) return <ConnectLink use={use} />;
  if (use.state === "granted")
    return (
      <Link
        to="/settings/$tab"
        params={{ tab: "connectors" }}
        className="link-alone justify-self-start text-14"
      >
        Take back in Settings
      </Link>
    );
  return (
    <div className="grid justify-items-start gap-2">
      {use.state === "changed" && (
        <p className="text-14 text-ink-2">It asks for more than you allowed, or has another owner.</p>
      )}
      <Button
        size="sm"
        variant="outline"
        aria-label={`${use.state === "changed" ? "Allow again" : "Allow"}: ${use.display_name}`}
        onClick={onAllow}
      >
        {use.state === "changed" ? "Allow again" : "Allow"}
      </Button>
    </div>
  );
}

/** The way to Settings, where the connector is made or switched on. */
export function ConnectLink({ use }: { readonly use: AgentConnector }) {
  const missing = use.state === "no_connector";
  return (
    <Link
      to="/settings/$tab"
      params={{ tab: "connectors" }}
      search={missing ? { connect: use.service } : {}}
      className={`${buttonClass("outline", "sm")} justify-self-start`}
    >
      {missing ? `Connect ${use.display_name} first` : `Switch ${use.display_name} on first`}
    </Link>
  );
}
