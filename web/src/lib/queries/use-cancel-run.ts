import { useMutation } from "@tanstack/react-query";
import { call } from "../call.ts";
import { loadContract } from "../load-contract.ts";

/** Stops a run; its stream then ends with its result. */
export function useCancelRun() {
  return useMutation({
    mutationFn: async (runId: string) => {
      const { runRoutes } = await loadContract();
      return call(runRoutes.cancel, { params: { id: runId } });
    },
  });
}
