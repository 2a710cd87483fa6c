import { SCREEN } from "@stoa/contract/limits";

/** Returns the text of the bell's badge: the count of unread notifications, 9+ above 9, null for none. */
export function getUnreadBadge(unread: number): string | null {
  if (unread <= 0) return null;
  return unread > SCREEN.badgeCap ? `${SCREEN.badgeCap}+` : String(unread);
}
