import type { UpdateAgentRequest } from "@stoa/contract/catalog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

/** Changes one's agent: its texts, price, limits, and whether it is listed. */
export function useUpdateAgent(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateAgentRequest) => call("catalog.update", { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["agents"] }),
  });
}
