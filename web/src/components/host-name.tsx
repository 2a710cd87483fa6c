import { describeHost } from "@stoa/contract/agent-hosts";

/** Shows a host as it is written, and a wildcard as a phrase. */
export function HostName({ host }: { readonly host: string }) {
  const text = describeHost(host);
  return text === host ? (
    <span className="mono wrap-anywhere text-14">{host}</span>
  ) : (
    <span className="wrap-anywhere font-medium text-14 first-letter:uppercase">{text}</span>
  );
}
