import { Link } from "@tanstack/react-router";
import { MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import { Button, getButtonClass } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import type { useConversations } from "../../queries/conversations.ts";
import { ChatRow } from "./chat-row.tsx";

const PLACES = ["1", "2", "3", "4", "5", "6"];

interface ChatResultsProps {
  readonly list: ReturnType<typeof useConversations>;
  /** Whether a filter is set. */
  readonly isNarrowed: boolean;
  readonly onShowAll: () => void;
}

/** Shows the chats, or their loading, empty or error state. */
export function ChatResults({ list, isNarrowed, onShowAll }: ChatResultsProps) {
  const conversations = list.data?.pages.flatMap((page) => page.conversations);
  if (conversations === undefined) {
    return (
      <Framed>
        {list.isError ? (
          <ErrorState title="Could not load your chats." onRetry={() => list.refetch()} />
        ) : (
          PLACES.map((place) => (
            <div key={place} className="p-4 not-first:border-line not-first:border-t">
              <Skeleton className="h-12 w-full" />
            </div>
          ))
        )}
      </Framed>
    );
  }
  if (conversations.length === 0) {
    return (
      <Framed>
        <EmptyState
          icon={<MessagesSquare aria-hidden="true" size={22} />}
          title={isNarrowed ? "No matching chats" : "No chats yet"}
          {...(!isNarrowed && { hint: "Open an agent and write a message. Your chat with it appears here." })}
          action={
            isNarrowed ? (
              <Button variant="outline" onClick={onShowAll}>
                Show all chats
              </Button>
            ) : (
              <Link to="/marketplace" className={getButtonClass("outline")}>
                Find an agent
              </Link>
            )
          }
        />
      </Framed>
    );
  }
  return (
    <ul aria-label="Chats" className="mt-6 divide-y divide-line border border-line bg-surface">
      {conversations.map((conversation) => (
        <ChatRow key={conversation.id} conversation={conversation} />
      ))}
    </ul>
  );
}

function Framed({ children }: { readonly children: ReactNode }) {
  return <div className="mt-6 border border-line bg-surface">{children}</div>;
}
