import { useMutation } from "@tanstack/react-query";
import { endSession } from "../../lib/session.ts";
import { register, signIn } from "../../queries/sign-in.ts";
import type { AuthFields, AuthMode } from "./find-problem.ts";
import { useKeepSession } from "./use-keep-session.ts";

/** Signs in or registers, and keeps the token. */
export function useAuthenticate(mode: AuthMode) {
  const keepSession = useKeepSession();
  return useMutation({
    mutationFn: async ({ username, email, password }: AuthFields) => {
      endSession();
      return mode === "login" ? signIn({ email, password }) : register({ username, email, password });
    },
    onSuccess: keepSession,
  });
}
