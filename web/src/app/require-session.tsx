import { SCREEN } from "@stoa/contract/limits";
import { TEXTS } from "@stoa/contract/texts";
import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ErrorState } from "../components/error-state.tsx";
import { Spinner } from "../components/spinner.tsx";
import { endSession, useSignedIn } from "../lib/session.ts";
import { useCurrentUser } from "../queries/current-user.ts";

/**
 * Guards the screens that need a signed-in user. Visitors go to the sign-in page immediately. If a session ends while
 * its screen is open, the screen says so first. Both return to the screen after signing in.
 */
export function RequireSession() {
  const signedIn = useSignedIn();
  const user = useCurrentUser();
  const [hadSession] = useState(signedIn);
  const router = useRouter();

  useEffect(() => {
    if (user.isError) endSession();
  }, [user.isError]);

  useEffect(() => {
    if (signedIn) return;
    const goToSignIn = () => {
      // The location is read once, because it changes while this guard is still on the screen.
      const { pathname, href } = router.latestLocation;
      if (pathname !== "/signin")
        void router.navigate({ to: "/signin", search: { return: href }, replace: true });
    };
    if (!hadSession) {
      goToSignIn();
      return;
    }
    const timer = setTimeout(goToSignIn, SCREEN.redirectAfterUnauthorizedMs);
    return () => clearTimeout(timer);
  }, [signedIn, hadSession, router]);

  if (!signedIn && hadSession) {
    return (
      <div className="page py-24">
        <ErrorState title={TEXTS.account.unauthorized} />
      </div>
    );
  }
  if (!signedIn || user.isError || !user.data) {
    return (
      <p role="status" className="page flex items-center gap-3 py-24 text-ink-2">
        <Spinner />
        {TEXTS.signIn.verifying}
      </p>
    );
  }
  return <Outlet />;
}
