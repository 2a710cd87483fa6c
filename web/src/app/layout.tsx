import { useQueryClient } from "@tanstack/react-query";
import { Outlet, useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Footer } from "../components/footer.tsx";
import { Header } from "../components/header.tsx";
import { formatUsdFull } from "../lib/format.ts";
import { isPaletteKey, isSearchKey, isWindowOpen } from "../lib/keyboard.ts";
import { useToasterWanted } from "../lib/notify.ts";
import { endSession, useSignedIn } from "../lib/session.ts";
import { useBalance } from "../queries/balance.ts";
import { useCurrentUser } from "../queries/current-user.ts";

/** Manages the command palette: it opens with Cmd/Ctrl-K, and with `/` if the screen has no search field. */
function usePalette() {
  const [isOpen, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const show = useCallback(() => {
    setOpenings((before) => before + 1);
    setOpen(true);
  }, []);
  const hide = useCallback(() => setOpen(false), []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        // The browser's own Ctrl-K would leave the page, so it is always prevented. The palette never opens above a
        // dialog.
        event.preventDefault();
        if (isOpen) hide();
        else if (!isWindowOpen()) show();
      } else if (isSearchKey(event)) {
        event.preventDefault();
        show();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isOpen, hide, show]);

  return { isOpen, openings, show, hide };
}

/**
 * Drops a user's data when their session ends. Data that a public page still shows is reloaded as a visitor sees it,
 * and stays on the screen until then.
 */
function useForgetSessionData(signedIn: boolean): void {
  const client = useQueryClient();
  const wasSignedIn = useRef(signedIn);
  useEffect(() => {
    const hasEnded = wasSignedIn.current && !signedIn;
    wasSignedIn.current = signedIn;
    if (!hasEnded) return;
    client.removeQueries({ type: "inactive" });
    void client.invalidateQueries();
  }, [client, signedIn]);
}

const loadToaster = () => import("../components/toaster.tsx");
/** If the toaster's code cannot be loaded, only the toasts are lost. */
const Toaster = lazy<() => ReactNode>(() => loadToaster().catch(() => ({ default: () => null })));
const NotificationBell = lazy(() => import("../features/notifications/notification-bell.tsx"));
const loadPalette = () => import("../features/palette/palette.tsx");
const Palette = lazy(loadPalette);
/**
 * The code of the palette and the toaster is prefetched this long after a sign-in or a page load, so that letters typed
 * after Ctrl-K are not lost while code loads and a toast does not wait for the network.
 */
const PRELOAD_AFTER_MS = 3_000;

/** Prefetches the palette's code. A failure is ignored, because opening the palette tries again. */
function askForPalette(): void {
  loadPalette().catch(() => undefined);
}

function preloadForWork(): () => void {
  const timer = setTimeout(() => {
    askForPalette();
    loadToaster().catch(() => undefined);
  }, PRELOAD_AFTER_MS);
  return () => clearTimeout(timer);
}

/** Shows the header, footer and toasts around every screen. */
export function Layout() {
  const signedIn = useSignedIn();
  const me = useCurrentUser();
  const user = signedIn ? me.data : undefined;
  const balance = useBalance();
  const navigate = useNavigate();
  const palette = usePalette();
  const toasterWanted = useToasterWanted();
  useForgetSessionData(signedIn);
  useEffect(() => {
    if (signedIn) return preloadForWork();
  }, [signedIn]);

  async function signOut(): Promise<void> {
    await navigate({ to: "/" });
    endSession();
  }

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-4 focus:bg-ink focus:px-4 focus:py-2 focus:text-bg"
      >
        Skip to content
      </a>
      <Header
        signedIn={signedIn}
        user={user}
        balance={balance.data ? formatUsdFull(balance.data.available) : undefined}
        bell={
          <Suspense fallback={<span className="size-9 max-md:size-11" />}>
            <NotificationBell />
          </Suspense>
        }
        onSearch={palette.show}
        onSearchLikely={askForPalette}
        onSignOut={signOut}
      />
      {/* This area is at least as tall as the space below the header. The footer is therefore never visible while a screen loads, and never jumps. */}
      <main id="content" tabIndex={-1} className="min-h-[calc(100dvh-3.5rem)] flex-1 outline-none">
        <Outlet />
      </main>
      <Footer />
      {toasterWanted && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
      {/* The palette is rendered once it is first opened, and stays mounted so that closing can be animated. */}
      {palette.openings > 0 && (
        <Suspense>
          <Palette
            open={palette.isOpen}
            opening={palette.openings}
            user={user}
            onClose={palette.hide}
            onSignOut={signOut}
          />
        </Suspense>
      )}
    </div>
  );
}
