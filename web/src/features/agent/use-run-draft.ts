import { useEffect, useEffectEvent } from "react";
import { readToken } from "../../lib/session.ts";
import { useCurrentUser } from "../../queries/current-user.ts";
import { keepRunDraft, type RunDraft, takeRunDraft } from "./run-draft.ts";

/** Keeps what is typed when the session ends, and gives it back when the same person has signed in again. */
export function useRunDraft(
  agentId: number,
  typed: Pick<RunDraft, "input" | "maxCostText">,
  onRestored: (draft: RunDraft) => void,
): void {
  const userId = useCurrentUser().data?.id;
  const restore = useEffectEvent((id: string) => {
    const draft = takeRunDraft(agentId, id);
    if (draft !== null) onRestored(draft);
  });
  const keep = useEffectEvent(() => {
    const sessionHasEnded = readToken() === null;
    if (sessionHasEnded && userId !== undefined) keepRunDraft({ agentId, userId, ...typed });
  });

  useEffect(() => {
    if (userId !== undefined) restore(userId);
  }, [userId]);
  // The form leaves the screen when the session ends: this is the last moment to keep what it holds.
  useEffect(() => () => keep(), []);
}
