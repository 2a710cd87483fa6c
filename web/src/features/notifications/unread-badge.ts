import { SCREEN } from "@stoa/contract/limits";

/** How many are unread, on the bell: the count, or 9+ above 9 (section 9); nothing for none. */
export function unreadBadge(unread: number): string | null {
  if (unread <= 0) return null;
  return unread > SCREEN.badgeCap ? `${SCREEN.badgeCap}+` : String(unread);
}
