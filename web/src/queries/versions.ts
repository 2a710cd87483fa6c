import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, getPath } from "../lib/call.ts";

/** Returns the versions of an agent, newest first, page by page. */
export function useVersions(id: number) {
  return useInfiniteQuery({
    queryKey: ["versions", id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam: cursor }) =>
      call("versions.list", {
        params: { id },
        query: { ...(cursor !== undefined && { cursor }) },
        signal,
      }),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
}

/** Returns the query for the newest versions of an agent. */
export function createLatestVersionsQuery(id: number, limit: number) {
  return queryOptions({
    queryKey: ["versions", id, "latest"],
    queryFn: ({ signal }) => call("versions.list", { params: { id }, query: { limit }, signal }),
  });
}

/** Returns the changes of a version, compared with the previous one by default. */
export function useVersionDiff(id: number, number: number, from: number | undefined) {
  return useQuery({
    queryKey: ["versions", id, "diff", number, from],
    queryFn: ({ signal }) =>
      call("versions.diff", {
        params: { id, number },
        query: { ...(from !== undefined && { from }) },
        signal,
      }),
    placeholderData: (previous) => previous,
  });
}

/** Returns the path of a version's files as a .zip archive. */
export function getVersionArchivePath(id: number, number: number): Promise<string> {
  return getPath("versions.archive", { params: { id, number } });
}

/** Returns the diagram of a workflow version, which never changes. */
export function useWorkflowDrawing(agentId: number, version: number) {
  return useQuery({
    queryKey: ["workflow-drawing", agentId, version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call("versions.workflow", { params: { id: agentId, number: version }, signal }),
  });
}

/** Returns the packages of a version, which never change. */
export function useVersionPackages(agentId: number, version: number) {
  return useQuery({
    queryKey: ["versions", agentId, "packages", version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call("versions.packages", { params: { id: agentId, number: version }, signal }),
  });
}

function useForgetVersions(id: number) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["versions", id] }),
      client.invalidateQueries({ queryKey: ["agents"] }),
    ]);
}

/** Makes a version the current one, to roll back or forward. */
export function useActivate(id: number) {
  return useMutation({
    mutationFn: (number: number) => call("versions.activate", { params: { id, number } }),
    onSuccess: useForgetVersions(id),
  });
}

/** Withdraws a version permanently. */
export function useWithdraw(id: number) {
  return useMutation({
    mutationFn: (number: number) => call("versions.withdraw", { params: { id, number } }),
    onSuccess: useForgetVersions(id),
  });
}

interface VersionUpload {
  readonly file: File;
  readonly notes: string;
  /** The output node of a workflow; empty to use the one in its file. */
  readonly outputNode: string;
  /** Whether the file may name models that this server does not offer. */
  readonly allowMissingModels: boolean;
}

/**
 * Uploads a version. The server checks it, runs it as a trial and makes it the current one, or refuses it with the
 * failed checks.
 */
export function useUploadVersion(id: number) {
  return useMutation({
    mutationFn: ({ file, notes, outputNode, allowMissingModels }: VersionUpload) => {
      const form = new FormData();
      form.append("notes", notes);
      form.append("output_node", outputNode);
      form.append("allow_missing_models", String(allowMissingModels));
      form.append("file", file, file.name);
      return call("versions.upload", { params: { id }, form });
    },
    onSuccess: useForgetVersions(id),
  });
}

/** Compares a workflow version with its pinned data. Each request counts as a checked file, so it is not repeated. */
export function usePinnedComparison(agentId: number, version: number) {
  return useQuery({
    queryKey: ["pinned-comparison", agentId, version],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => call("versions.compare", { params: { id: agentId, number: version }, signal }),
  });
}
