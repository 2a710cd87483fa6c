import type { NotificationSettings } from "@stoa/contract/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { loadContract } from "../../../lib/load-contract.ts";

const KEY = ["notification-settings"] as const;

/** Reads which kinds of notifications the caller has switched off. */
export function useNotificationSettings() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const { notificationRoutes } = await loadContract();
      return call(notificationRoutes.settings, { signal });
    },
  });
}

/** Saves them. */
export function useUpdateNotificationSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: NotificationSettings) => {
      const { notificationRoutes } = await loadContract();
      return call(notificationRoutes.updateSettings, { body });
    },
    onSuccess: (saved) => client.setQueryData<NotificationSettings>(KEY, saved),
  });
}
