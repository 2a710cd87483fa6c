import type { User } from "@stoa/contract/accounts";
import { useQuery } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { useSignedIn } from "../lib/session.ts";
import { type KnownUser, recallUser, rememberUser } from "../lib/user-cache.ts";

/** The signed-in user as the screens see it. Fields that are not cached are present once the server has answered. */
export type CurrentUser = KnownUser & Partial<User>;

export const currentUserKey = ["me"] as const;

/** Returns the signed-in user: immediately from the 5-minute cache, then refreshed. A failure is not retried. */
export function useCurrentUser() {
  const signedIn = useSignedIn();
  return useQuery<CurrentUser>({
    queryKey: currentUserKey,
    enabled: signedIn,
    retry: false,
    initialData: () => (signedIn ? recallUser() : undefined),
    initialDataUpdatedAt: 0,
    queryFn: async ({ signal }) => {
      const user = await call("account.me", { signal });
      rememberUser(user);
      return user;
    },
  });
}
