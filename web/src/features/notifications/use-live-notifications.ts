import type { Notification } from "@stoa/contract/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type NotificationNews, streamNotifications } from "../../lib/notification-stream.ts";
import { useSignedIn } from "../../lib/session.ts";
import { waitOrAbort } from "../../lib/wait-or-abort.ts";
import { knownUnread, reloadNotifications } from "../../queries/notifications.ts";

/** Does the work in one tab of this browser at a time, and passes it on when that tab closes. */
async function inOneTab(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  // Browsers keep locks from pages without TLS; there each tab works for itself.
  if (!("locks" in navigator)) return work();
  try {
    await navigator.locks.request(name, { signal }, work);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const NAME = "stoa.notifications";
/** The first seconds belong to the screen's own requests; events in between arrive when the stream opens. */
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
      // Notifications read in this tab stay in a list of unread ones until the user leaves it.
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
