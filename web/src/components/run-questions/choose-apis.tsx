import { ANY_API } from "@stoa/contract/api-host";
import type { AgentConnector, Connector } from "@stoa/contract/connectors";
import { Link } from "@tanstack/react-router";
import { useId } from "react";

interface ChooseApisProps {
  readonly use: AgentConnector;
  readonly choosable: readonly Connector[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Lets the user choose which of their APIs an agent may use for a server that its file leaves open. */
export function ChooseApis({ use, choosable, chosen, onChange }: ChooseApisProps) {
  const name = useId();
  const several = use.choose === "several";
  const change = (host: string, isOn: boolean) =>
    onChange(several ? [...chosen.filter((other) => other !== host), ...(isOn ? [host] : [])] : [host]);
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 text-14 text-ink-2">
        {several
          ? "Your key is only sent to its own host. Which connector can this agent use?"
          : "Its requests go to your API instead, with your key. Which connector can this agent use?"}
      </legend>
      {choosable.map(({ service_name: host, is_active: isActive }) => (
        <label key={host} className="flex min-h-9 items-center gap-3 text-14 max-md:min-h-11">
          <input
            type={several ? "checkbox" : "radio"}
            name={name}
            className="size-5 shrink-0 accent-(--ink)"
            checked={chosen.includes(host)}
            disabled={!isActive && !chosen.includes(host)}
            onChange={(event) => change(host, event.target.checked)}
          />
          <span className="mono min-w-0 break-all text-12">{host}</span>
          {!isActive && <span className="text-ink-3">Inactive</span>}
        </label>
      ))}
      <Link
        to="/settings/$tab"
        params={{ tab: "connectors" }}
        search={{ connect: ANY_API }}
        className="link-alone justify-self-start text-14"
      >
        Connect another API
      </Link>
    </fieldset>
  );
}
