import { useNavigate } from "@tanstack/react-router";
import { endSession } from "../../lib/session.ts";

/** Returns a function that opens the landing page and removes a session that the server has ended. */
export function useLeaveSession(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await navigate({ to: "/" });
    endSession();
  };
}
