import type { Notification } from "@stoa/contract/notifications";
import { getPath } from "./call.ts";
import { fetchApi } from "./fetch-api.ts";
import { HttpError } from "./http-error.ts";
import { readServerSentEvents } from "./sse.ts";
import { waitOrAbort } from "./wait-or-abort.ts";

/** An event of the notification stream: a new notification, or the unread count. */
export type NotificationEvent =
  | { readonly name: "notification"; readonly data: Notification }
  | { readonly name: "unread"; readonly data: { readonly unread: number } };

/** A lost stream reconnects after 1, 2, 4 ... seconds, at most every minute, because nobody waits for it. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

interface StreamPosition {
  lastEventId: string | null;
  losses: number;
}

async function* readEvents(position: StreamPosition, signal: AbortSignal): AsyncGenerator<NotificationEvent> {
  const { NotificationStreamEvent: schemas } = await import("@stoa/contract/notifications");
  const response = await fetchApi(await getPath("notifications.events"), {
    headers: {
      accept: "text/event-stream",
      ...(position.lastEventId !== null && { "last-event-id": position.lastEventId }),
    },
    signal,
  });
  if (!response.body) return;
  for await (const event of readServerSentEvents(response.body)) {
    position.losses = 0;
    if (event.id !== null) position.lastEventId = event.id;
    const data: unknown = JSON.parse(event.data);
    if (event.event === "notification")
      yield { name: "notification", data: schemas.notification.parse(data) };
    else if (event.event === "unread") yield { name: "unread", data: schemas.unread.parse(data) };
  }
}

/** Returns whether a retry is useless: users without a valid session get no events. */
function isRefused(error: unknown): boolean {
  return error instanceof HttpError && (error.status === 401 || error.status === 403);
}

/**
 * Follows the user's notifications until the signal aborts or the server refuses the session. A lost stream resumes
 * where it stopped.
 */
export async function* streamNotifications(
  signal: AbortSignal,
  { firstWaitMs = FIRST_WAIT_MS } = {},
): AsyncGenerator<NotificationEvent> {
  const position: StreamPosition = { lastEventId: null, losses: 0 };
  while (!signal.aborted) {
    try {
      yield* readEvents(position, signal);
    } catch (error) {
      if (signal.aborted || isRefused(error)) return;
    }
    await waitOrAbort(Math.min(firstWaitMs * 2 ** position.losses, LONGEST_WAIT_MS), signal);
    position.losses += 1;
  }
}
