import { ANY_HOST } from "@stoa/contract/agent-hosts";
import { HostName } from "../host-name.tsx";

/** Shows the hosts that an agent's runs send requests to. */
export function HostList({ hosts }: { readonly hosts: readonly string[] }) {
  return (
    <ul className="divide-y divide-line border border-line bg-surface">
      {hosts.map((host) => (
        <li key={host} className="grid gap-1 px-4 py-3">
          <HostName host={host} />
          {host === ANY_HOST && (
            <span className="text-14 text-ink-2">
              The agent chooses the host at run time. Your input can reach any server on the internet.
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
