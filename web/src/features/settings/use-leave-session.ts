import { useNavigate } from "@tanstack/react-router";
import { endSession } from "../../lib/session.ts";

/** Removes a session that the server has ended, and opens the landing page. */
export function useLeaveSession(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await navigate({ to: "/" });
    endSession();
  };
}
