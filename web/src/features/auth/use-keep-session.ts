import type { SessionReply } from "@stoa/contract/accounts";
import { useQueryClient } from "@tanstack/react-query";
import { startSession } from "../../lib/session.ts";

/** Stores the token of a new session. Everything that an earlier session left in memory is removed. */
export function useKeepSession(): (session: SessionReply) => void {
  const client = useQueryClient();
  return (session) => {
    client.clear();
    startSession(session.access_token);
  };
}
