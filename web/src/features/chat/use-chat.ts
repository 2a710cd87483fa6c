import type { Agent } from "@stoa/contract/catalog";
import type { Turn } from "@stoa/contract/conversations";
import type { RunRequest } from "@stoa/contract/runs";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useConfirmedStart } from "../../components/run-questions/use-confirmed-start.ts";
import { getServerDetail } from "../../lib/http-error.ts";
import { notify } from "../../lib/notify.ts";
import { isRunActive } from "../../lib/run-state.ts";
import {
  useBranchConversation,
  useCreateConversation,
  useReloadConversation,
  useUpdateConversation,
} from "../../queries/conversations.ts";
import { useRun } from "../../queries/live-run.ts";
import { CHAT_TEXTS } from "./chat-texts.ts";
import { getShownTurns, isUnfinished, type SentMessage } from "./shown-turns.ts";
import { findNewestDescendant } from "./turn-path.ts";
import { useChatTurns } from "./use-chat-turns.ts";

/** The conversation that the screen shows. A new chat has no ID until its first message is sent. */
export interface AddressedChat {
  readonly id: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

type ChatRun = ReturnType<typeof useRun>;

/** Follows the last turn if it is active, so that a reload loses nothing. */
function useFollowActiveTurn(last: Turn | undefined, { state, follow }: ChatRun): void {
  const runId = last !== undefined && isRunActive(last.status) ? last.run_id : null;
  const isFree = state.phase !== "executing";
  useEffect(() => {
    if (runId !== null && isFree && state.runId !== runId) void follow(runId);
  }, [runId, isFree, state.runId, follow]);
}

/** Returns a function that starts a run of the conversation, which it creates before the first message. */
function useStartTurn(agent: Agent, { id, onChange }: AddressedChat, run: ChatRun) {
  const create = useCreateConversation();
  const known = useRef(id);
  return {
    isCreating: create.isPending,
    startTurn: async (request: RunRequest) => {
      try {
        if (known.current === undefined) {
          known.current = (await create.mutateAsync({ agent_id: agent.id })).id;
          onChange(known.current);
        }
      } catch (error) {
        void notify.error(getServerDetail(error) ?? CHAT_TEXTS.createFailed);
        return "create_failed" as const;
      }
      return run.start({ ...request, conversation_id: known.current });
    },
  };
}

/** Reloads the conversation when a run has ended. */
function useReloadAfterRun(id: string | undefined, { state }: ChatRun): void {
  const reload = useReloadConversation();
  const onEnd = useEffectEvent(() => (id === undefined ? undefined : reload(id)));
  const ended = state.phase === "ended" ? (state.result?.run_id ?? null) : null;
  useEffect(() => {
    if (ended !== null) void onEnd();
  }, [ended]);
}

/**
 * Manages a chat with an agent: its turns, the message that is being answered, and what the user can do with them. Calls
 * `onUnsent` with a message that could not be sent because the conversation could not be created.
 */
export function useChat(agent: Agent, addressed: AddressedChat, onUnsent: (message: string) => void) {
  const { id } = addressed;
  const turns = useChatTurns(agent, id);
  const run = useRun();
  const [sent, setSent] = useState<SentMessage | null>(null);
  const lastMessage = useRef("");
  const { isCreating, startTurn } = useStartTurn(agent, addressed, run);
  const questions = useConfirmedStart(agent, async (request) => {
    const outcome = await startTurn(request);
    if (outcome !== "create_failed") return outcome;
    setSent(null);
    onUnsent(lastMessage.current);
    return null;
  });
  const update = useUpdateConversation(id ?? "");
  const branch = useBranchConversation(id ?? "");
  useFollowActiveTurn(turns.path.turns.at(-1), run);
  useReloadAfterRun(id, run);
  const shown = getShownTurns(turns.path.turns, sent, run.state, isCreating);
  // Once its turn is stored, the message must not appear below another version.
  const isStored = sent !== null && shown.sent === null && run.state.phase === "ended";
  useEffect(() => {
    if (isStored) setSent(null);
  }, [isStored]);

  const isBusy = isCreating || isUnfinished(run.state);
  /** Sends a message after the current turn, or after `parent` if it is given. */
  const send = (
    message: string,
    input: RunRequest["input_data"],
    { parent, onStarted }: { parent?: number | null | undefined; onStarted?: () => void } = {},
  ) => {
    if (isBusy) return;
    lastMessage.current = message;
    const request = { agent_id: agent.id, input_data: input };
    questions.start(
      {
        ...request,
        ...(id !== undefined && { conversation_id: id }),
        ...(parent !== undefined && { parent_turn: parent }),
      },
      () => {
        setSent({ message, input, parent, previousRun: run.state.runId });
        onStarted?.();
      },
    );
  };
  const reportFailure = (text: string) => (error: unknown) =>
    void notify.error(getServerDetail(error) ?? text);

  return {
    ...turns,
    ...shown,
    run,
    isBusy,
    send,
    dialogs: questions.dialogs,
    /** Shows another version of a turn, with the newest turns that follow it. */
    showVersion: (turn: number) => {
      setSent(null);
      update.mutate(
        { current_turn: findNewestDescendant(turns.all, turn) },
        { onError: reportFailure(CHAT_TEXTS.changeFailed) },
      );
    },
    /** Continues after a turn in a new conversation. */
    branchFrom: (turn: number) =>
      branch.mutate(turn, {
        onSuccess: (conversation) => addressed.onChange(conversation.id),
        onError: reportFailure(CHAT_TEXTS.branchFailed),
      }),
  };
}

export type Chat = ReturnType<typeof useChat>;
