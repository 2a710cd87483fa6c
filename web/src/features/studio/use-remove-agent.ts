import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

/** Deletes an agent of the developer for ever. */
export function useRemoveAgent(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("catalog.remove", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["agents"] }),
  });
}
