import { TEXTS } from "@stoa/contract/texts";
import { useRouter } from "@tanstack/react-router";
import { notify } from "../../lib/notify.ts";
import { chooseTheme, useTheme } from "../../lib/theme.ts";
import type { CurrentUser } from "../../queries/current-user.ts";
import { useMarkAllRead } from "../../queries/notifications.ts";
import type { ActionName, PaletteEntry } from "./palette-entry.ts";
import { rememberRecent } from "./recent-entries.ts";

/** Returns a function that opens an entry's page or runs its action. */
export function useRunEntry(user: CurrentUser | undefined, signOut: () => void) {
  const router = useRouter();
  const theme = useTheme();
  const { mutate: markAllRead } = useMarkAllRead();

  async function copyKey(): Promise<void> {
    try {
      await navigator.clipboard.writeText(user?.api_key ?? "");
      void notify.success(TEXTS.account.keyCopied);
    } catch {
      void notify.error(TEXTS.account.keyCopyFailed);
    }
  }
  const actions: Record<ActionName, () => unknown> = {
    theme: () => chooseTheme(theme === "dark" ? "light" : "dark"),
    upload: () => router.navigate({ to: "/developer-studio", search: { open: "upload" } }),
    "copy-key": copyKey,
    "mark-all-read": () => markAllRead(),
    "sign-in": () => router.navigate({ to: "/signin" }),
    register: () => router.navigate({ to: "/register" }),
    "sign-out": signOut,
  };

  return (entry: PaletteEntry): void => {
    rememberRecent(user?.username ?? "", entry);
    if (entry.kind === "action") actions[entry.id]();
    else if (entry.kind === "page") void router.navigate({ href: entry.href });
    else if (entry.kind === "search")
      void router.navigate({ to: "/marketplace", search: { search: entry.query } });
    else if (user) void router.navigate({ to: "/agent/$id", params: { id: String(entry.id) } });
    // The agent's own page needs a session; its dialog in the marketplace does not.
    else void router.navigate({ to: "/marketplace", search: { agent: entry.id } });
  };
}
