import type { Notification } from "@stoa/contract/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type NotificationEvent, streamNotifications } from "../../lib/notification-stream.ts";
import { useSignedIn } from "../../lib/session.ts";
import { waitOrAbort } from "../../lib/wait-or-abort.ts";
import { getKnownUnread, reloadNotifications } from "../../queries/notifications.ts";
import { reloadQueries } from "../../queries/reload-queries.ts";

/** Runs the work in only one tab of this browser at a time, and in another tab once that tab closes. */
async function runInOneTab(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  // Browsers offer no locks to pages without TLS, so each tab of such a page does the work itself.
  if (!("locks" in navigator)) return work();
  try {
    await navigator.locks.request(name, { signal }, work);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const NAME = "stoa.notifications";
/** The first seconds are left to the screen's own requests. Events from that time arrive when the stream opens. */
const START_AFTER_MS = 2_000;

/**
 * Keeps lists of notifications up to date. Only one tab of this browser opens a stream, because each stream uses one
 * of the six connections that a browser allows per server.
 * @returns the newest notification that arrived while this component was mounted.
 */
export function useLiveNotifications(): Notification | null {
  const client = useQueryClient();
  const signedIn = useSignedIn();
  const [newest, setNewest] = useState<Notification | null>(null);

  useEffect(() => {
    if (!signedIn) return;
    const leaving = new AbortController();
    const tabs = new BroadcastChannel(NAME);
    let hasNewEvents = false;
    function handleEvent(streamEvent: NotificationEvent): void {
      if (streamEvent.name === "notification") {
        hasNewEvents = true;
        setNewest(streamEvent.data);
        // The balance is reloaded, because most notifications are about runs, grants, refunds or earnings, which
        // change it.
        void reloadQueries(client, ["billing"]);
        return;
      }
      // Notifications that were read in this tab stay in the list of unread notifications until the user leaves it.
      if (!hasNewEvents && streamEvent.data.unread === getKnownUnread(client)) return;
      hasNewEvents = false;
      void reloadNotifications(client);
    }
    tabs.onmessage = (event: MessageEvent<NotificationEvent>) => handleEvent(event.data);
    async function follow(): Promise<void> {
      await waitOrAbort(START_AFTER_MS, leaving.signal);
      for await (const streamEvent of streamNotifications(leaving.signal)) {
        handleEvent(streamEvent);
        tabs.postMessage(streamEvent);
      }
    }
    void runInOneTab(NAME, leaving.signal, follow);
    return () => {
      leaving.abort();
      tabs.close();
    };
  }, [client, signedIn]);

  return newest;
}
