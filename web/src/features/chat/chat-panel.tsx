import type { Agent } from "@stoa/contract/catalog";
import { type Ref, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { cx } from "../../lib/class-names.ts";
import { getServerDetail, hasStatus } from "../../lib/http-error.ts";
import { notify } from "../../lib/notify.ts";
import type { AttachmentBarHandle } from "./attachment-bar.tsx";
import { ChatComposer } from "./chat-composer.tsx";
import { ChatHeader } from "./chat-header.tsx";
import { ChatLog, type ChatLogHandle } from "./chat-log.tsx";
import { ChatStart } from "./chat-start.tsx";
import { CHAT_TEXTS } from "./chat-texts.ts";
import { useAnnouncement } from "./use-announcement.ts";
import type { AddressedChat } from "./use-chat.ts";
import { useComposer } from "./use-composer.ts";
import { useFileDrop } from "./use-file-drop.ts";

/**
 * Writes the height that the on-screen keyboard leaves to `--visible-height` of an element. Safari does not shrink `dvh`
 * when the keyboard opens, so the composer would be behind the keyboard.
 */
function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const update = () => element.current?.style.setProperty("--visible-height", `${viewport.height}px`);
    update();
    viewport.addEventListener("resize", update);
    return () => viewport.removeEventListener("resize", update);
  }, [element]);
}

interface ChatPanelProps {
  readonly agent: Agent;
  readonly addressed: AddressedChat;
}

/** Shows a chat: header, messages and composer. Its height leaves room for the header of the page and the keyboard. */
export function ChatPanel({ agent, addressed }: ChatPanelProps) {
  const frame = useRef<HTMLElement>(null);
  const log = useRef<ChatLogHandle>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const composer = useComposer(agent, addressed, {
    focus: () => box.current?.focus(),
    onSent: () => {
      log.current?.goToEnd();
      frame.current?.scrollIntoView({ block: "start" });
    },
  });
  const { chat, fields } = composer;
  const bar = useRef<AttachmentBarHandle>(null);
  const takesFiles = fields.fileParams.length > 0;
  const attach = (files: readonly File[]) => {
    if (takesFiles) bar.current?.add(files);
    else void notify.info(CHAT_TEXTS.takesNoFiles);
  };
  const drop = useFileDrop(attach);
  const { state } = chat.run;
  const announcement = useAnnouncement(state, agent.name);
  useVisibleHeight(frame);
  // A chat that was opened from the list is what the user wants to see, not the description of its agent.
  const opensChat = useEffectEvent(() => addressed.id !== undefined);
  useEffect(() => {
    if (opensChat()) frame.current?.scrollIntoView({ block: "start" });
  }, []);

  if (chat.error !== null)
    return (
      <ChatFailure error={chat.error} onRetry={chat.retry} onNew={() => addressed.onChange(undefined)} />
    );
  const isRunning = state.phase === "executing";
  const isEmpty = chat.stored.length === 0 && chat.sent === null;
  return (
    <section
      ref={frame}
      {...drop.handlers}
      aria-label="Chat"
      className={cx(
        "relative flex max-h-[60rem] scroll-mt-18 flex-col overflow-hidden rounded-6 border border-line",
        // A new chat is only as high as its content, so that the composer is in view below it.
        (!isEmpty || chat.isLoading) && "h-[calc(var(--visible-height,100dvh)-5.5rem)] min-h-80",
      )}
    >
      <ChatHeader
        agentId={agent.id}
        memory={chat.conversation?.memory ?? agent.memory}
        conversation={chat.conversation}
        cost={(chat.conversation?.total_cost ?? 0) + (isRunning ? state.cost : 0)}
        isRunning={isRunning}
        onNew={() => addressed.onChange(undefined)}
      />
      <ChatBody
        agent={agent}
        composer={composer}
        isEmpty={isEmpty}
        log={log}
        onExample={(message) => {
          composer.setText(message);
          box.current?.focus();
        }}
      />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ChatComposer ref={box} bar={bar} agentName={agent.name} composer={composer} onFiles={attach} />
      {drop.isDragged && takesFiles && (
        <p className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-6 border-2 border-ink border-dashed bg-bg/90 font-semibold text-18">
          {CHAT_TEXTS.dropFiles}
        </p>
      )}
      {chat.dialogs}
    </section>
  );
}

interface ChatBodyProps {
  readonly agent: Agent;
  readonly composer: ReturnType<typeof useComposer>;
  /** Whether there is no message yet. */
  readonly isEmpty: boolean;
  readonly log: Ref<ChatLogHandle>;
  readonly onExample: (message: string) => void;
}

/** Shows the messages below the beginning of the chat, or a placeholder while they load. */
function ChatBody({ agent, composer, isEmpty, log, onExample }: ChatBodyProps) {
  const { chat, fields, handlers, sendAgain } = composer;
  if (chat.isLoading)
    return (
      <div className="grid flex-1 content-start gap-4 p-6">
        <Skeleton className="ml-auto h-12 w-1/2" />
        <Skeleton className="h-32 w-full" />
      </div>
    );
  return (
    <ChatLog
      ref={log}
      agent={agent}
      chat={chat}
      handlers={handlers}
      onSendAgain={sendAgain}
      before={
        <ChatStart
          agent={agent}
          params={fields.params}
          values={fields.values}
          isEmpty={isEmpty}
          onField={fields.change}
          onExample={onExample}
        />
      }
    />
  );
}

interface ChatFailureProps {
  readonly error: Error;
  readonly onRetry: () => void;
  readonly onNew: () => void;
}

/** Says that a chat could not be loaded, and offers a new one. */
function ChatFailure({ error, onRetry, onNew }: ChatFailureProps) {
  const newChat = (
    <Button variant="outline" onClick={onNew}>
      New chat
    </Button>
  );
  if (hasStatus(error, 404) || hasStatus(error, 400))
    return <EmptyState title={CHAT_TEXTS.notFound} hint={CHAT_TEXTS.notFoundHint} action={newChat} />;
  return (
    <ErrorState
      title={CHAT_TEXTS.loadFailed}
      detail={getServerDetail(error)}
      onRetry={onRetry}
      action={newChat}
    />
  );
}
