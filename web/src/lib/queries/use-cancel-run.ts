import { useMutation } from "@tanstack/react-query";
import { call } from "../call.ts";

/** Stops a run; its stream then ends with its result. */
export function useCancelRun() {
  return useMutation({
    mutationFn: (runId: string) => call("runs.cancel", { params: { id: runId } }),
  });
}
