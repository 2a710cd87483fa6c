import type {
  CreatePublishableKeyRequest,
  UpdatePublishableKeyRequest,
} from "@stoa/contract/publishable-keys";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

const KEY = ["publishable-keys"] as const;

/** Returns the user's publishable keys. */
export function usePublishableKeys() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call("publishableKeys.list", { signal })).keys,
  });
}

function useKeyChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useCreatePublishableKey() {
  return useKeyChange((body: CreatePublishableKeyRequest) => call("publishableKeys.create", { body }));
}

/** Changes a key's name, origins or limits. */
export function useUpdatePublishableKey(id: string) {
  return useKeyChange((body: UpdatePublishableKeyRequest) =>
    call("publishableKeys.update", { params: { id }, body }),
  );
}

export function useDeletePublishableKey() {
  return useKeyChange((id: string) => call("publishableKeys.remove", { params: { id } }));
}
