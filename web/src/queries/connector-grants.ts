import type { Agent } from "@stoa/contract/catalog";
import type { AllowedUse } from "@stoa/contract/connectors";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { useSignedIn } from "../lib/session.ts";
import { connectorsKey } from "./connectors.ts";

const getAgentServicesKey = (id: number) => [...connectorsKey, "agent", id] as const;

/** Returns which of the user's services an agent uses, and their state. Fetches nothing if it declares none. */
export function useAgentServices({ id, connectors }: Pick<Agent, "id" | "connectors">) {
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...getAgentServicesKey(id), signedIn],
    enabled: connectors.length > 0,
    queryFn: ({ signal }) => call("connectors.ofAgent", { params: { id }, signal }),
  });
}

/** Grants an agent the access that the user has seen. The server refuses this if the agent now declares more. */
export function useAllowAgent(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (read: readonly AllowedUse[]) =>
      call("connectors.grant", { params: { id }, body: { uses: [...read] } }),
    onSettled: () => client.invalidateQueries({ queryKey: connectorsKey }),
  });
}
