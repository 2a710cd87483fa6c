import { TEXTS } from "@stoa/contract/texts";
import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
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
  const navigate = useNavigate();
  const here = useLocation({ select: (location) => location.href });
  const refused = !signedIn || user.isError;

  useEffect(() => {
    if (!refused) return;
    endSession();
    void navigate({ to: "/signin", search: { return: here }, replace: true });
  }, [refused, navigate, here]);

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
