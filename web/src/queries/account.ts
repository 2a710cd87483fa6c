import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Body, call, getPath } from "../lib/call.ts";
import { rememberUser } from "../lib/user-cache.ts";
import { currentUserKey } from "./current-user.ts";

/** Replaces the API key and reloads the user. */
export function useRefreshApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("account.refreshApiKey"),
    onSuccess: () => client.invalidateQueries({ queryKey: currentUserKey }),
  });
}

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

/** Changes the password. Every other session ends. */
export function changePassword(body: Body<"account.changePassword">) {
  return call("account.changePassword", { body });
}

/** Ends every session, including this one. */
export function signOutEverywhere() {
  return call("account.signOutEverywhere");
}

export function deleteAccount(body: Body<"account.deleteMe">) {
  return call("account.deleteMe", { body });
}

/** Returns the path of the account's data as one file. */
export function getAccountExportPath(): Promise<string> {
  return getPath("account.export");
}
