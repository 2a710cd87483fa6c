import type { Agent } from "@stoa/contract/catalog";
import { useState } from "react";
import { SignInPrompt } from "../../components/sign-in-prompt.tsx";
import { useSignedIn } from "../../lib/session.ts";
import { ChatPanel } from "./chat-panel.tsx";
import type { AddressedChat } from "./use-chat.ts";

export interface ChatTabProps {
  readonly agent: Agent;
  /** The conversation that the URL names, if the screen stores it there. */
  readonly addressed?: AddressedChat | undefined;
}

/** Shows the chat with an agent, or a prompt to sign in. */
export default function ChatTab({ agent, addressed }: ChatTabProps) {
  const [ownId, setOwnId] = useState<string | undefined>();
  const signedIn = useSignedIn();
  if (!signedIn) return <SignInPrompt title="Please sign in to chat with agents" />;
  return <ChosenChat agent={agent} addressed={addressed ?? { id: ownId, onChange: setOwnId }} />;
}

/**
 * Starts anew for each conversation. A new chat that gets its ID with the first message stays, so that its answer
 * continues.
 */
function ChosenChat({ agent, addressed }: Required<ChatTabProps> & { readonly addressed: AddressedChat }) {
  const [fresh, setFresh] = useState<{ readonly number: number; readonly id: string | undefined }>({
    number: 0,
    id: undefined,
  });
  const isFresh = addressed.id === undefined || addressed.id === fresh.id;
  const onChange = (id: string | undefined) => {
    if (id === undefined) setFresh({ number: fresh.number + 1, id: undefined });
    else if (addressed.id === undefined) setFresh({ number: fresh.number, id });
    addressed.onChange(id);
  };
  return (
    <ChatPanel
      key={isFresh ? `new-${fresh.number}` : addressed.id}
      agent={agent}
      addressed={{ id: addressed.id, onChange }}
    />
  );
}
