import type { CreateKeyRequest, UpdateKeyRequest } from "@stoa/contract/keys";
import { LIMITS } from "@stoa/contract/limits";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

const KEY = ["api-keys"] as const;

/** Returns all of the user's keys, because an account has fewer than one page. */
export function useKeys() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await call("keys.list", { query: { limit: LIMITS.pageMax }, signal })).keys,
  });
}

function useKeyChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

/** Creates a key; only this response contains it in full. */
export function useCreateKey() {
  return useKeyChange((body: CreateKeyRequest) => call("keys.create", { body }));
}

/** Changes a key's name, scopes, limits or expiration. */
export function useUpdateKey(id: string) {
  return useKeyChange((body: UpdateKeyRequest) => call("keys.update", { params: { id }, body }));
}

export function useRevokeKey() {
  return useKeyChange((id: string) => call("keys.revoke", { params: { id } }));
}
