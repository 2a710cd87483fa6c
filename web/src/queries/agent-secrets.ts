import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

const agentSecretsKey = (id: number) => ["agent-secrets", id] as const;

/** Returns the names of an agent's secrets, and the names of variables that its file reads but that are not set. */
export function useAgentSecrets(id: number) {
  return useQuery({
    queryKey: agentSecretsKey(id),
    queryFn: ({ signal }) => call("agentSecrets.list", { params: { id }, signal }),
  });
}

/** Sets secrets, all or none. Other secrets stay as they are. */
export function useSetAgentSecrets(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (secrets: Record<string, string>) =>
      call("agentSecrets.set", { params: { id }, body: { secrets } }),
    onSuccess: (list) => client.setQueryData(agentSecretsKey(id), list),
  });
}

export function useDeleteAgentSecret(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call("agentSecrets.remove", { params: { id, name } }),
    onSettled: () => client.invalidateQueries({ queryKey: agentSecretsKey(id) }),
  });
}
