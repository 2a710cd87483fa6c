import type { CreateKeyRequest, UpdateKeyRequest } from "@stoa/contract/keys";
import { LIMITS } from "@stoa/contract/limits";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { loadSettingsContract } from "../load-settings-contract.ts";

const routes = async () => (await loadSettingsContract()).keyRoutes;

const KEY = ["api-keys"] as const;

/** All of one's keys: an account has fewer than a page holds. */
export function useKeys() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await call((await routes()).list, { query: { limit: LIMITS.pageMax }, signal })).keys,
  });
}

function useKeyChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

/** Makes a key; the answer shows it this once. */
export function useCreateKey() {
  return useKeyChange(async (body: CreateKeyRequest) => call((await routes()).create, { body }));
}

/** Renames a key, or changes its limits or its end. */
export function useUpdateKey(id: string) {
  return useKeyChange(async (body: UpdateKeyRequest) =>
    call((await routes()).update, { params: { id }, body }),
  );
}

/** Ends a key. */
export function useRevokeKey() {
  return useKeyChange(async (id: string) => call((await routes()).revoke, { params: { id } }));
}
