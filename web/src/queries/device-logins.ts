import type { ApproveDeviceLoginRequest } from "@stoa/contract/device-logins";
import { useMutation, useQuery } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

/** Returns the program's login that waits with a code. Fetches nothing while there is no code. */
export function useDeviceLogin(code: string) {
  return useQuery({
    queryKey: ["device-login", code],
    enabled: code !== "",
    // A wrong code stays wrong, and each try counts.
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => call("deviceLogins.get", { query: { user_code: code }, signal }),
  });
}

/** Approves a program's login with the chosen permissions, or refuses it. */
export function useDecideDeviceLogin(code: string) {
  return useMutation({
    mutationFn: async (choice: "refuse" | Omit<ApproveDeviceLoginRequest, "user_code">) => {
      const user_code = code;
      if (choice === "refuse") await call("deviceLogins.refuse", { body: { user_code } });
      else await call("deviceLogins.approve", { body: { user_code, ...choice } });
      return choice === "refuse" ? ("refused" as const) : ("approved" as const);
    },
  });
}
