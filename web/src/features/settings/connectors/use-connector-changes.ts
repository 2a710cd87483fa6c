import type {
  AddConnectorRequest,
  FinishConsentRequest,
  UpdateConnectorRequest,
} from "@stoa/contract/connectors";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { loadContract } from "../../../lib/load-contract.ts";
import { connectorsKey } from "../../../lib/queries/connectors-key.ts";

function useConnectorChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: connectorsKey }),
  });
}

/** Connects a service. */
export function useAddConnector() {
  return useConnectorChange(async (body: AddConnectorRequest) => {
    const { connectorRoutes } = await loadContract();
    return call(connectorRoutes.add, { body });
  });
}

/** Connects a service by what its owner allowed there. */
export function useFinishConsent(service: string) {
  return useConnectorChange(async (body: FinishConsentRequest) => {
    const { connectorRoutes } = await loadContract();
    return call(connectorRoutes.finishConsent, { params: { service }, body });
  });
}

/** Changes a connector's quota, or switches it on and off. */
export function useUpdateConnector(id: string) {
  return useConnectorChange(async (body: UpdateConnectorRequest) => {
    const { connectorRoutes } = await loadContract();
    return call(connectorRoutes.update, { params: { id }, body });
  });
}

/** Deletes a connector with its credential and its grants. */
export function useRemoveConnector() {
  return useConnectorChange(async (id: string) => {
    const { connectorRoutes } = await loadContract();
    return call(connectorRoutes.remove, { params: { id } });
  });
}

/** Revokes what an agent was allowed. */
export function useRevokeGrant() {
  return useConnectorChange(async (id: string) => {
    const { connectorRoutes } = await loadContract();
    return call(connectorRoutes.revoke, { params: { id } });
  });
}

/** Asks the service whether the connector's credential works; that changes nothing here. */
export function useTestConnector(id: string) {
  return useMutation({
    mutationFn: async () => {
      const { connectorRoutes } = await loadContract();
      return call(connectorRoutes.test, { params: { id } });
    },
  });
}
