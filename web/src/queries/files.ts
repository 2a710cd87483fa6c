import type { StoredFile } from "@stoa/contract/files";
import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { hasStatus } from "../lib/http-error.ts";

const LIST = ["files"] as const;
const getFileKey = (id: string) => ["file", id] as const;

/** Returns the user's files, newest first, page by page, with the storage that they use. */
export function useFiles() {
  return useInfiniteQuery({
    queryKey: LIST,
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      call("files.list", { query: pageParam === "" ? {} : { cursor: pageParam }, signal }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

/** Returns one of the user's files; the error of a file that is gone has status 404. */
export function useFile(id: string) {
  return useQuery({
    queryKey: getFileKey(id),
    queryFn: ({ signal }) => call("files.get", { params: { id }, signal }),
    retry: (failures, error) => !hasStatus(error, 404) && failures < 1,
  });
}

/** Returns a function that loads a file's details again, with a new link. */
export function useReloadFile(id: string) {
  const client = useQueryClient();
  return async () => [
    await client.query({
      queryKey: getFileKey(id),
      staleTime: 0,
      queryFn: ({ signal }) => call("files.get", { params: { id }, signal }),
    }),
  ];
}

/** Stores the details of a new file, so that no request is needed to show it, and refetches the list. */
export function addKnownFile(client: QueryClient, file: StoredFile): void {
  client.setQueryData(getFileKey(file.id), file);
  void client.invalidateQueries({ queryKey: LIST });
}

/** Deletes a file. */
export function useRemoveFile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("files.remove", { params: { id } }),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: getFileKey(id) });
      return client.invalidateQueries({ queryKey: LIST });
    },
  });
}
