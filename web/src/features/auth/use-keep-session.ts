import type { SessionReply } from "@stoa/contract/accounts";
import { useQueryClient } from "@tanstack/react-query";
import { startSession } from "../../lib/session.ts";

/** Returns a function that stores a new session's token and removes all data that was loaded before. */
export function useKeepSession(): (session: SessionReply) => void {
  const client = useQueryClient();
  return (session) => {
    client.clear();
    startSession(session.access_token);
  };
}
