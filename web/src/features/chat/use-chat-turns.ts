import type { Agent } from "@stoa/contract/catalog";
import type { Turn } from "@stoa/contract/conversations";
import type { InputData } from "@stoa/contract/runs";
import { useDeferredValue, useEffect, useMemo } from "react";
import { readMessage } from "../../lib/message-input.ts";
import { useConversation, useTurns } from "../../queries/conversations.ts";
import { buildPath, groupVersions } from "./turn-path.ts";

const NO_TURNS: readonly Turn[] = [];

/** Returns the input of a turn; null if its content was deleted. */
export function getTurnInput({ input_data: input }: Pick<Turn, "input_data">): InputData | null {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? input : null;
}

function withMessage(agent: Agent, turn: Turn): Turn {
  const message = readMessage(agent, getTurnInput(turn));
  return message === undefined ? turn : { ...turn, message };
}

/** Loads a conversation, and its turns page by page until the current turn is among them. */
export function useChatTurns(agent: Agent, id: string | undefined) {
  const conversation = useConversation(id);
  const list = useTurns(id);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  // A page of long answers takes longer to render than a frame. Deferred, it does not interrupt scrolling and typing.
  const pages = useDeferredValue(list.data?.pages);
  // A page that is not shown yet may contain what is missing. Without waiting for it, a busy browser would load all pages.
  const isWaiting = isFetchingNextPage || pages !== list.data?.pages;
  const all = useMemo(
    () => pages?.flatMap((page) => page.turns.map((turn) => withMessage(agent, turn))) ?? NO_TURNS,
    [agent, pages],
  );
  const current = conversation.data?.current_turn ?? null;
  const path = useMemo(() => buildPath(all, current), [all, current]);
  const versions = useMemo(() => groupVersions(all), [all]);

  // The current turn is on a later page if the user went back to an old version.
  const isCurrentMissing = path.isPartial && path.turns.length === 0;
  useEffect(() => {
    if (isCurrentMissing && hasNextPage && !isWaiting) void fetchNextPage();
  }, [isCurrentMissing, hasNextPage, isWaiting, fetchNextPage]);

  return {
    conversation: conversation.data,
    error: conversation.error ?? (list.data === undefined ? list.error : null),
    // Turns that have loaded but are not shown yet must not look like a new chat, which is shorter: the page would jump.
    isLoading:
      id !== undefined &&
      (conversation.isPending || list.isPending || (current !== null && pages === undefined)),
    retry: () => {
      void conversation.refetch();
      void list.refetch();
    },
    all,
    path,
    versions,
    hasOlder: path.isPartial && hasNextPage,
    isLoadingOlder: isFetchingNextPage,
    loadOlder: () => {
      if (hasNextPage && !isWaiting) void fetchNextPage();
    },
  };
}
