import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

const getLinkKey = (runId: string) => ["run-link", runId] as const;

/** Returns when one of the user's runs was shared by link. */
export function useRunLink(runId: string) {
  return useQuery({
    queryKey: getLinkKey(runId),
    queryFn: ({ signal }) => call("sharedRuns.link", { params: { id: runId }, signal }),
  });
}

function useSharingChange<Reply>(runId: string, change: () => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: getLinkKey(runId) }),
  });
}

/** Creates a link with which anyone can read the run. */
export function useShareRun(runId: string) {
  return useSharingChange(runId, () => call("sharedRuns.share", { params: { id: runId } }));
}

/** Revokes the link to the run. */
export function useUnshareRun(runId: string) {
  return useSharingChange(runId, () => call("sharedRuns.unshare", { params: { id: runId } }));
}

const createSharedQuery = (token: string) =>
  queryOptions({
    queryKey: ["shared-run", token],
    retry: false,
    queryFn: ({ signal }) => call("sharedRuns.shared", { params: { token }, signal }),
  });

/** Returns a run that somebody shared by link. */
export function useSharedRun(token: string) {
  return useQuery(createSharedQuery(token));
}

/** Returns a function that loads the artifacts of a shared run again, with new links. */
export function useReloadSharedRun(token: string) {
  const client = useQueryClient();
  return async () => (await client.query({ ...createSharedQuery(token), staleTime: 0 })).artifacts;
}
