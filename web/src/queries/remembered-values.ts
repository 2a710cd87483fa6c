import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

const rememberedValuesKey = ["remembered-values"] as const;

/** Returns the agents that remember something about the user. */
export function useRememberingAgents() {
  return useQuery({
    queryKey: [...rememberedValuesKey, "agents"],
    queryFn: ({ signal }) => call("rememberedValues.agents", { signal }),
  });
}

/** Returns what an agent remembers about the user. */
export function useRememberedValues(id: number) {
  return useQuery({
    queryKey: [...rememberedValuesKey, "about-user", id],
    queryFn: ({ signal }) => call("rememberedValues.list", { params: { id }, signal }),
  });
}

/** Returns the values that all runs of the user's own agent share. */
export function useSharedValues(id: number) {
  return useQuery({
    queryKey: [...rememberedValuesKey, "shared", id],
    queryFn: ({ signal }) => call("rememberedValues.shared", { params: { id }, signal }),
  });
}

function useDeletion<Input>(remove: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: remove,
    onSettled: () => client.invalidateQueries({ queryKey: rememberedValuesKey }),
  });
}

/** Deletes what an agent remembers about the user: one value, or everything if `key` is undefined. */
export function useDeleteRememberedValues(id: number) {
  return useDeletion((key: string | undefined) =>
    key === undefined
      ? call("rememberedValues.removeOfAgent", { params: { id } })
      : call("rememberedValues.remove", { params: { id }, query: { key } }),
  );
}

/** Deletes everything that agents remember about the user. */
export function useDeleteAllRememberedValues() {
  return useDeletion(() => call("rememberedValues.removeAll", {}));
}

/** Deletes a shared value of the user's own agent, or all of them if `key` is undefined. */
export function useDeleteSharedValues(id: number) {
  return useDeletion((key: string | undefined) =>
    key === undefined
      ? call("rememberedValues.removeAllShared", { params: { id } })
      : call("rememberedValues.removeShared", { params: { id }, query: { key } }),
  );
}
