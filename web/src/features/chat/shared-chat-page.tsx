import type { SharedConversation } from "@stoa/contract/conversations";
import { Link } from "@tanstack/react-router";
import { Answer } from "../../components/answer.tsx";
import type { ReloadArtifacts } from "../../components/artifacts/artifact-link.ts";
import { LazyArtifactList } from "../../components/artifacts/lazy-artifact-list.tsx";
import { getButtonClass } from "../../components/button.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { NotFound } from "../../components/not-found.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { formatDay } from "../../lib/format-time.ts";
import { getServerDetail, hasStatus } from "../../lib/http-error.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useReloadSharedArtifacts, useSharedConversation } from "../../queries/conversations.ts";
import { CHAT_TEXTS } from "./chat-texts.ts";
import { MessageBubble } from "./message-bubble.tsx";

/** Shows a chat that somebody shared by link. */
export function SharedChatPage({ token }: { readonly token: string }) {
  const shared = useSharedConversation(token);
  const reload = useReloadSharedArtifacts(token);
  useDocumentTitle(shared.data?.title ?? "Shared chat");
  // The server answers 422 for a token that cannot be one.
  if (hasStatus(shared.error, 404) || hasStatus(shared.error, 422) || hasStatus(shared.error, 400)) {
    return (
      <NotFound
        title="Shared chat not found"
        hint="The link is incomplete, or the person who shared this chat has stopped sharing it."
      />
    );
  }
  if (shared.isError) {
    return (
      <div className="page pt-8">
        <ErrorState
          title={CHAT_TEXTS.loadFailed}
          detail={getServerDetail(shared.error)}
          onRetry={() => shared.refetch()}
        />
      </div>
    );
  }
  return (
    <div className="page max-w-4xl pt-8 pb-16">
      {shared.data === undefined ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <SharedChat chat={shared.data} onReload={reload} />
      )}
    </div>
  );
}

interface SharedChatProps {
  readonly chat: SharedConversation;
  /** Loads the artifacts again, with new links. */
  readonly onReload: ReloadArtifacts;
}

/** Shows the messages and answers of a shared chat, and a link to its agent. */
export function SharedChat({ chat, onReload }: SharedChatProps) {
  return (
    <>
      <PageHeading
        title={chat.title ?? CHAT_TEXTS.untitled}
        subtitle={`A chat with ${chat.agent_name}, shared on ${formatDay(chat.shared_at)}`}
        actions={
          <Link to="/agent/$id" params={{ id: String(chat.agent_id) }} className={getButtonClass("outline")}>
            Open {chat.agent_name}
          </Link>
        }
      />
      <ol className="mt-6 divide-y divide-line border-line border-y">
        {chat.turns.map((turn) => (
          <li
            key={turn.turn}
            className="grid grid-cols-1 gap-3 py-5 [contain-intrinsic-size:auto_14rem] [content-visibility:auto]"
          >
            <MessageBubble
              author="Message"
              message={turn.message}
              fileIds={turn.files.map(({ id }) => id)}
              files={turn.files}
            />
            <div className="grid min-w-0 grid-cols-1 gap-3">
              <p className="sr-only">{chat.agent_name}</p>
              <Answer output={turn.agent_output} artifacts={turn.artifacts} />
              <LazyArtifactList artifacts={turn.artifacts} output={turn.agent_output} reload={onReload} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
