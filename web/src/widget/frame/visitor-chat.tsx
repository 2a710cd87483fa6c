import type { WidgetTurn } from "@stoa/contract/widget";
import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Composer } from "../../features/chat/composer.tsx";
import { useFollowEnd } from "../../features/chat/use-follow-end.ts";
import type { PageLink } from "./page-link.ts";
import { type LiveAnswer, useVisitorChat } from "./use-visitor-chat.ts";
import { VisitorApi } from "./visitor-api.ts";
import { VisitorHeader } from "./visitor-header.tsx";
import { VisitorTurn } from "./visitor-turn.tsx";

/** Visitors send text only, and each message once. */
const doNothing = () => undefined;
/** The number of characters of an answer that are announced. The rest is read in the log. */
const ANNOUNCED_LENGTH = 400;

/** Shows the chat of a visitor with an embedded agent. */
export function VisitorChat({ page }: { readonly page: PageLink }) {
  const { agentName, greeting, isInline } = page;
  const chat = useVisitorChat(useMemo(() => new VisitorApi(page), [page]));
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const { scroller, content, onScroll, goToEnd } = useFollowEnd(() => undefined);
  const { turns, live, problem } = chat;

  useEffect(() => {
    const focus = () => field.current?.focus();
    page.onShown(focus);
    if (!isInline) focus();
  }, [page, isInline]);

  const send = async () => {
    const message = text.trim();
    setText("");
    goToEnd();
    const isReceived = await chat.send(message);
    // What the agent did not receive can be changed and sent again.
    if (!isReceived) setText((typed) => (typed === "" ? message : typed));
  };

  return (
    <main
      className="flex h-dvh flex-col bg-surface"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented && !isInline) page.close();
      }}
    >
      <VisitorHeader
        agentName={agentName}
        canStartNew={live === null && (turns ?? []).length > 0}
        onStartNew={() => {
          chat.startNew();
          field.current?.focus();
        }}
        onClose={isInline ? undefined : page.close}
      />
      <section
        ref={scroller}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Messages"
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 -outline-offset-2"
      >
        <div ref={content} className="py-2">
          {turns !== null && <p className="py-3 text-ink-2">{greeting || `Ask ${agentName} anything.`}</p>}
          <Log agentName={agentName} turns={turns ?? []} live={live} />
          {problem !== null && (
            <Problem text={problem} onRetry={turns === null ? () => void chat.reload() : undefined} />
          )}
        </div>
      </section>
      <p role="status" className="sr-only">
        {live === null ? describeAnswer(turns?.at(-1), agentName) : ""}
      </p>
      <Composer
        ref={field}
        agentName={agentName}
        text={text}
        isRunning={live !== null}
        isStopping={live?.isStopping ?? false}
        isEditing={false}
        canSend={text.trim() !== "" && live === null}
        estimate={undefined}
        onPasteFiles={doNothing}
        onChange={setText}
        onSend={() => void send()}
        onStop={chat.stop}
        onEditLast={doNothing}
        onCancelEdit={doNothing}
      />
    </main>
  );
}

interface LogProps {
  readonly agentName: string;
  readonly turns: readonly WidgetTurn[];
  readonly live: LiveAnswer | null;
}

/** Shows the messages and answers. The chat's status announces each answer once, when it is complete. */
function Log({ agentName, turns, live }: LogProps) {
  return (
    <div role="log" aria-live="off" aria-label={`Conversation with ${agentName}`}>
      <ol>
        {turns.map((turn) => (
          <VisitorTurn key={turn.run_id} agentName={agentName} {...turn} />
        ))}
        {live !== null && (
          <VisitorTurn agentName={agentName} message={live.message} answer={live.text} isArriving />
        )}
      </ol>
    </div>
  );
}

interface ProblemProps {
  readonly text: string;
  /** Reads the conversation again; undefined if the visitor can send the message again. */
  readonly onRetry: (() => void) | undefined;
}

function Problem({ text, onRetry }: ProblemProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 border-danger border-l-2 py-1 pl-3 text-14">
      {text}
      {onRetry !== undefined && (
        <Button size="sm" variant="outline" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Returns what a screen reader announces for the last answer, once it is complete. */
function describeAnswer(
  turn: { answer: unknown; detail: string | null } | undefined,
  agentName: string,
): string {
  if (turn === undefined) return "";
  if (turn.detail !== null) return turn.detail;
  if (typeof turn.answer !== "string") return `${agentName} answered.`;
  const isLong = turn.answer.length > ANNOUNCED_LENGTH;
  return `${agentName} answered: ${turn.answer.slice(0, ANNOUNCED_LENGTH)}${isLong ? "..." : ""}`;
}
