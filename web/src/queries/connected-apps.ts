import type { AnswerAppRequest, AppRequestParameters } from "@stoa/contract/connected-apps";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

const KEY = ["connected-apps"] as const;

/** Returns the apps that can act for the user. */
export function useConnectedApps() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call("connectedApps.list", { signal })).apps,
  });
}

export function useRevokeApp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("connectedApps.revoke", { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

/** Returns what the app asks for that sent the user here, checked by the server. */
export function useAppRequest(parameters: AppRequestParameters) {
  return useQuery({
    queryKey: [...KEY, "request", parameters],
    queryFn: ({ signal }) => call("connectedApps.checkRequest", { query: parameters, signal }),
    // A request that is refused stays refused, and the form must not change while the user fills it in.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Gives the app its answer, and returns the URL to go to. */
export function useAnswerAppRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AnswerAppRequest) => call("connectedApps.answerRequest", { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY, exact: true }),
  });
}
