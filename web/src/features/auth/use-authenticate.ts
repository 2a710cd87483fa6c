import { useMutation } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { endSession } from "../../lib/session.ts";
import type { AuthFields, AuthMode } from "./find-problem.ts";
import { useKeepSession } from "./use-keep-session.ts";

/** Signs in or registers, and keeps the token. */
export function useAuthenticate(mode: AuthMode) {
  const keepSession = useKeepSession();
  return useMutation({
    mutationFn: async ({ username, email, password }: AuthFields) => {
      endSession();
      return mode === "login"
        ? call("account.login", { body: { email, password } })
        : call("account.register", { body: { username, email, password } });
    },
    onSuccess: keepSession,
  });
}
