import type { NotificationSettings } from "@stoa/contract/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

const KEY = ["notification-settings"] as const;

/** Returns which kinds of notifications the caller has switched off. */
export function useNotificationSettings() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call("notifications.settings", { signal }),
  });
}

/** Saves which kinds of notifications are switched off. */
export function useUpdateNotificationSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NotificationSettings) => call("notifications.updateSettings", { body }),
    onSuccess: (saved) => client.setQueryData<NotificationSettings>(KEY, saved),
  });
}
