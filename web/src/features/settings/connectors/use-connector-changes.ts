import type {
  AddConnectorRequest,
  FinishConsentRequest,
  UpdateConnectorRequest,
} from "@stoa/contract/connectors";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
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
  return useConnectorChange((body: AddConnectorRequest) => call("connectors.add", { body }));
}

/** Connects a service by what its owner allowed there. */
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

/** Revokes what an agent was allowed. */
export function useRevokeGrant() {
  return useConnectorChange((id: string) => call("connectors.revoke", { params: { id } }));
}

/** Asks the service whether the connector's credential works; that changes nothing here. */
export function useTestConnector(id: string) {
  return useMutation({
    mutationFn: () => call("connectors.test", { params: { id } }),
  });
}
