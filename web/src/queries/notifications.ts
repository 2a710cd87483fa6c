import type { NotificationList, NotificationQuery } from "@stoa/contract/notifications";
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { type ReadMark, withAllRead, withRead } from "../lib/notification-marks.ts";
import { reloadQueries } from "./reload-queries.ts";

const KEY = ["notifications"] as const;

type NotificationFilters = Partial<Pick<NotificationQuery, "unread" | "topic" | "limit">>;

/** Returns the user's notifications, newest first, page by page; the old list stays while another loads. */
export function useNotifications(filters: NotificationFilters) {
  return useInfiniteQuery({
    queryKey: [...KEY, filters],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      call("notifications.list", {
        query: { ...filters, ...(pageParam === "" ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
  });
}

type Pages = InfiniteData<NotificationList>;

/** Returns the unread count that this tab has cached, or undefined if it has loaded none. */
export function getKnownUnread(client: QueryClient): number | undefined {
  const [, known] = client.getQueriesData<Pages>({ queryKey: KEY }).find(([, pages]) => pages) ?? [];
  return known?.pages[0]?.unread;
}

/** Refetches every list of notifications on the screen. */
export function reloadNotifications(client: QueryClient): Promise<void> {
  return reloadQueries(client, KEY);
}

/** Marks notifications as read in every list immediately. A failure undoes the mark and is only logged. */
function useMark<Variables>(
  send: (variables: Variables) => Promise<unknown>,
  applyMark: (list: NotificationList, variables: Variables) => NotificationList,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onMutate: async (variables: Variables) => {
      await client.cancelQueries({ queryKey: KEY });
      client.setQueriesData<Pages>(
        { queryKey: KEY },
        (pages) => pages && { ...pages, pages: pages.pages.map((page) => applyMark(page, variables)) },
      );
    },
    onError: (error) => {
      console.warn("A notification could not be marked read", error);
      return reloadNotifications(client);
    },
  });
}

export function useMarkRead() {
  return useMark(({ id }: ReadMark) => call("notifications.read", { params: { id } }), withRead);
}

export function useMarkAllRead() {
  return useMark<void>(() => call("notifications.readAll"), withAllRead);
}
