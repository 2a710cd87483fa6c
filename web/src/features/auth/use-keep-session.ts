import type { SessionReply } from "@stoa/contract/accounts";
import { useQueryClient } from "@tanstack/react-query";
import { startSession } from "../../lib/session.ts";

/** Keeps the token of a session that was opened. Whatever an earlier session left in memory goes. */
export function useKeepSession(): (session: SessionReply) => void {
  const client = useQueryClient();
  return (session) => {
    client.clear();
    startSession(session.access_token);
  };
}
