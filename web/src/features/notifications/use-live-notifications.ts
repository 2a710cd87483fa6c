import type { Notification } from "@stoa/contract/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type NotificationNews, streamNotifications } from "../../lib/notification-stream.ts";
import { useSignedIn } from "../../lib/session.ts";
import { inOneTab } from "../../lib/shared-between-tabs.ts";
import { waitOrAbort } from "../../lib/wait-or-abort.ts";
import { knownUnread, reloadNotifications } from "../../queries/notifications.ts";

const NAME = "stoa.notifications";
/** The first seconds belong to what the screen itself asks for; what came meanwhile is told when the stream opens. */
const START_AFTER_MS = 2_000;

/**
 * Keeps lists of notifications up to date as things happen. One tab follows for all of this browser: each stream
 * holds one of the six connections that a browser has for a server.
 * @returns the newest notification that came while this was on the screen.
 */
export function useLiveNotifications(): Notification | null {
  const client = useQueryClient();
  const signedIn = useSignedIn();
  const [newest, setNewest] = useState<Notification | null>(null);

  useEffect(() => {
    if (!signedIn) return;
    const leaving = new AbortController();
    const tabs = new BroadcastChannel(NAME);
    let hasNews = false;
    function hear(news: NotificationNews): void {
      if (news.name === "notification") {
        hasNews = true;
        setNewest(news.data);
        // Most of what happens moves money: runs, grants, refunds, earnings.
        void client.invalidateQueries({ queryKey: ["billing"] });
        return;
      }
      // What was read in this tab is known already: a list of unread ones keeps them in place until it is left.
      if (!hasNews && news.data.unread === knownUnread(client)) return;
      hasNews = false;
      void reloadNotifications(client);
    }
    tabs.onmessage = (event: MessageEvent<NotificationNews>) => hear(event.data);
    async function follow(): Promise<void> {
      await waitOrAbort(START_AFTER_MS, leaving.signal);
      for await (const news of streamNotifications(leaving.signal)) {
        hear(news);
        tabs.postMessage(news);
      }
    }
    void inOneTab(NAME, leaving.signal, follow);
    return () => {
      leaving.abort();
      tabs.close();
    };
  }, [client, signedIn]);

  return newest;
}
