import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { currentUserKey } from "../../../lib/queries/use-current-user.ts";
import { rememberUser } from "../../../lib/user-cache.ts";

/** Changes the email address of the signed-in user. */
export function useUpdateEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; password?: string }) => call("account.updateMe", { body }),
    onSuccess: (user) => {
      rememberUser(user);
      client.setQueryData(currentUserKey, user);
    },
  });
}
