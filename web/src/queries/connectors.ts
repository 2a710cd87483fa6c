import type {
  AddConnectorRequest,
  FinishConsentRequest,
  UpdateConnectorRequest,
} from "@stoa/contract/connectors";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

/** The prefix of all queries that a change of a connector or grant may affect. */
export const connectorsKey = ["connectors"] as const;

export function useConnectors() {
  return useQuery({
    queryKey: [...connectorsKey, "list"],
    queryFn: ({ signal }) => call("connectors.list", { signal }),
  });
}

/** Returns the supported services. They change only with the server's release. */
export function useSupportedServices() {
  return useQuery({
    queryKey: ["supported-services"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call("connectors.services", { signal }),
  });
}

/** Returns the access that the user has granted to agents. */
export function useGrants() {
  return useQuery({
    queryKey: [...connectorsKey, "grants"],
    queryFn: ({ signal }) => call("connectors.grants", { signal }),
  });
}

function useConnectorChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: connectorsKey }),
  });
}

export function useAddConnector() {
  return useConnectorChange((body: AddConnectorRequest) => call("connectors.add", { body }));
}

/** Completes a consent: creates the user's connector for the service, or replaces its credential. */
export function useFinishConsent(service: string) {
  return useConnectorChange((body: FinishConsentRequest) =>
    call("connectors.finishConsent", { params: { service }, body }),
  );
}

/** Changes a connector's quota, or switches it on and off. */
export function useUpdateConnector(id: string) {
  return useConnectorChange((body: UpdateConnectorRequest) =>
    call("connectors.update", { params: { id }, body }),
  );
}

/** Deletes a connector with its credential and its grants. */
export function useRemoveConnector() {
  return useConnectorChange((id: string) => call("connectors.remove", { params: { id } }));
}

export function useRevokeGrant() {
  return useConnectorChange((id: string) => call("connectors.revoke", { params: { id } }));
}

/** Tests the connector's credential with the service. The connector does not change. */
export function useTestConnector(id: string) {
  return useMutation({
    mutationFn: () => call("connectors.test", { params: { id } }),
  });
}

/** Starts a consent and returns the URL of the service's page on which the user allows access. */
export function startConsent(service: string) {
  return call("connectors.startConsent", { params: { service } });
}
