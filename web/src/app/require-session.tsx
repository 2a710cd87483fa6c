import { TEXTS } from "@stoa/contract/texts";
import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { Spinner } from "../components/spinner.tsx";
import { useCurrentUser } from "../lib/queries/use-current-user.ts";
import { endSession, useSignedIn } from "../lib/session.ts";

/**
 * The route guard (section 2): without a token, or when the identity check fails, the token goes and the
 * person is led to sign in, and back afterwards.
 */
export function RequireSession() {
  const signedIn = useSignedIn();
  const user = useCurrentUser();
  const router = useRouter();
  const refused = !signedIn || user.isError;

  useEffect(() => {
    if (!refused) return;
    endSession();
    // Read once: the location moves while this guard is still on the screen.
    const { pathname, href } = router.latestLocation;
    if (pathname !== "/signin")
      void router.navigate({ to: "/signin", search: { return: href }, replace: true });
  }, [refused, router]);

  if (refused || !user.data) {
    return (
      <p role="status" className="page flex items-center gap-3 py-24 text-ink-2">
        <Spinner />
        {TEXTS.signIn.verifying}
      </p>
    );
  }
  return <Outlet />;
}
