import type { RunSettings } from "@stoa/contract/traces";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

const KEY = ["run-settings"] as const;

/** Returns the user's settings for stored run contents. */
export function useRunSettings() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call("traces.settings", { signal }),
  });
}

/** How much the caller's account keeps on the server. */
export function useRunStorage() {
  return useQuery({
    queryKey: ["run-storage"],
    queryFn: ({ signal }) => call("runs.storage", { signal }),
  });
}

/** Changes it. */
export function useUpdateRunSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RunSettings) => call("traces.updateSettings", { body }),
    onSuccess: (saved) => client.setQueryData<RunSettings>(KEY, saved),
  });
}
