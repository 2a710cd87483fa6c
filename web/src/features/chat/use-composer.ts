import type { Agent } from "@stoa/contract/catalog";
import type { Turn } from "@stoa/contract/conversations";
import type { RunRequest } from "@stoa/contract/runs";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { toTurnInput } from "../../lib/message-input.ts";
import type { TurnHandlers } from "./turn-actions.tsx";
import { type AddressedChat, type Chat, useChat } from "./use-chat.ts";
import { useChatFields } from "./use-chat-fields.ts";
import { getTurnInput } from "./use-chat-turns.ts";

/** Returns handlers that never change, so that a thousand turns do not render again with each token. */
function useStableHandlers(handlers: TurnHandlers): TurnHandlers {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  return useMemo(
    () => ({
      onEdit: (turn) => latest.current.onEdit(turn),
      onRetry: (turn) => latest.current.onRetry(turn),
      onBranch: (turn) => latest.current.onBranch(turn),
      onShowVersion: (turn) => latest.current.onShowVersion(turn),
    }),
    [],
  );
}

/** Returns the request that would send a message, for its estimate. */
function createRequest(
  agent: Agent,
  conversationId: string | undefined,
  input: RunRequest["input_data"] | null,
): RunRequest | null {
  if (input === null) return null;
  return {
    agent_id: agent.id,
    input_data: input,
    ...(conversationId !== undefined && { conversation_id: conversationId }),
  };
}

interface ComposerView {
  /** Moves the focus to the message. */
  readonly focus: () => void;
  /** Called when the server has accepted a message. */
  readonly onSent: () => void;
}

/** Manages the message that the user types, the message that they edit, and what they do with earlier turns. */
export function useComposer(agent: Agent, addressed: AddressedChat, { focus, onSent }: ComposerView) {
  const [text, setText] = useState("");
  const [edited, setEdited] = useState<Turn | null>(null);
  const chat: Chat = useChat(agent, addressed, setText);
  const last = chat.stored.at(-1);
  const fields = useChatFields(agent, last);
  const input = toTurnInput(agent, fields.values, text);

  const edit = (turn: Turn) => {
    setEdited(turn);
    setText(turn.message);
    fields.restoreFiles(turn);
    focus();
  };
  const cancelEdit = () => {
    setEdited(null);
    setText("");
    fields.clearFiles();
  };
  const send = () => {
    if (input === null) return;
    chat.send(text, input, {
      parent: edited?.parent,
      onStarted: () => {
        cancelEdit();
        onSent();
      },
    });
  };
  const retry = (turn: Turn) => {
    const again = getTurnInput(turn);
    if (again === null) return;
    chat.send(turn.message, again, { parent: turn.parent, onStarted: onSent });
    focus();
  };
  const handlers = useStableHandlers({
    onEdit: edit,
    onRetry: retry,
    onBranch: chat.branchFrom,
    onShowVersion: chat.showVersion,
  });

  return {
    chat,
    fields,
    text,
    setText,
    handlers,
    isEditing: edited !== null,
    canSend: input !== null && !chat.isBusy,
    request: createRequest(agent, addressed.id, input),
    send,
    cancelEdit,
    editLast: () => {
      if (last !== undefined && last.input_data !== null) edit(last);
    },
    /** Sends the message again that the server has refused. */
    sendAgain: () => {
      const { sent } = chat;
      if (sent !== null) chat.send(sent.message, sent.input, { parent: sent.parent, onStarted: onSent });
    },
  };
}
