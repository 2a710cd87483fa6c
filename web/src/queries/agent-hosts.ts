import type { Agent } from "@stoa/contract/catalog";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { useSignedIn } from "../lib/session.ts";

const agentHostsKey = ["agent-hosts"] as const;

/** Returns the hosts that an agent's runs reach, and whether the user allows them. Fetches nothing without hosts. */
export function useAgentHosts({ id, hosts }: Pick<Agent, "id" | "hosts">) {
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...agentHostsKey, id, signedIn],
    enabled: hosts !== undefined && hosts.length > 0,
    queryFn: ({ signal }) => call("connectors.hosts", { params: { id }, signal }),
  });
}

/** Returns the hosts that the user allows agents to reach. */
export function useHostGrants() {
  return useQuery({
    queryKey: [...agentHostsKey, "grants"],
    queryFn: ({ signal }) => call("connectors.hostGrants", { signal }),
  });
}

/**
 * Allows an agent to reach the hosts that the user has seen. The server refuses this if the agent now declares other
 * hosts.
 */
export function useAllowHosts(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (hosts: readonly string[]) =>
      call("connectors.allowHosts", { params: { id }, body: { hosts: [...hosts] } }),
    onSettled: () => client.invalidateQueries({ queryKey: agentHostsKey }),
  });
}

/** Stops allowing an agent to reach its hosts. */
export function useRevokeHosts(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("connectors.revokeHosts", { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: agentHostsKey }),
  });
}
