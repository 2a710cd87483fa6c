import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { loadContract } from "../../lib/load-contract.ts";
import { endSession, startSession } from "../../lib/session.ts";
import type { AuthFields, AuthMode } from "./find-problem.ts";

/** Signs in or registers, and keeps the token. Whatever an earlier session left in memory goes. */
export function useAuthenticate(mode: AuthMode) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ username, email, password }: AuthFields) => {
      const { accountRoutes } = await loadContract();
      endSession();
      return mode === "login"
        ? call(accountRoutes.login, { body: { email, password } })
        : call(accountRoutes.register, { body: { username, email, password } });
    },
    onSuccess: (session) => {
      client.clear();
      startSession(session.access_token);
    },
  });
}
