import type { RunSettings } from "@stoa/contract/traces";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { loadContract } from "../../../lib/load-contract.ts";

const KEY = ["run-settings"] as const;

/** What the caller wants to be kept of their runs. */
export function useRunSettings() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const { traceRoutes } = await loadContract();
      return call(traceRoutes.settings, { signal });
    },
  });
}

/** How much the caller's account keeps on the server. */
export function useRunStorage() {
  return useQuery({
    queryKey: ["run-storage"],
    queryFn: async ({ signal }) => {
      const { runRoutes } = await loadContract();
      return call(runRoutes.storage, { signal });
    },
  });
}

/** Changes it. */
export function useUpdateRunSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: RunSettings) => {
      const { traceRoutes } = await loadContract();
      return call(traceRoutes.updateSettings, { body });
    },
    onSuccess: (saved) => client.setQueryData<RunSettings>(KEY, saved),
  });
}
