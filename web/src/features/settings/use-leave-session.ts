import { useNavigate } from "@tanstack/react-router";
import { endSession } from "../../lib/session.ts";

/** Forgets a session that the server has ended, and goes to the landing page. */
export function useLeaveSession(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await navigate({ to: "/" });
    endSession();
  };
}
