import { useMutation } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { loadContract } from "../../lib/load-contract.ts";
import { endSession } from "../../lib/session.ts";
import type { AuthFields, AuthMode } from "./find-problem.ts";
import { useKeepSession } from "./use-keep-session.ts";

/** Signs in or registers, and keeps the token. */
export function useAuthenticate(mode: AuthMode) {
  const keepSession = useKeepSession();
  return useMutation({
    mutationFn: async ({ username, email, password }: AuthFields) => {
      const { accountRoutes } = await loadContract();
      endSession();
      return mode === "login"
        ? call(accountRoutes.login, { body: { email, password } })
        : call(accountRoutes.register, { body: { username, email, password } });
    },
    onSuccess: keepSession,
  });
}
