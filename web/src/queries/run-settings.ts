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

/** Returns how much storage the caller's account uses. */
export function useRunStorage() {
  return useQuery({
    queryKey: ["run-storage"],
    queryFn: ({ signal }) => call("runs.storage", { signal }),
  });
}

/** Changes the user's settings for stored run contents. */
export function useUpdateRunSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RunSettings) => call("traces.updateSettings", { body }),
    onSuccess: (saved) => client.setQueryData<RunSettings>(KEY, saved),
  });
}
