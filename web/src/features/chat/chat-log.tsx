import type { Agent } from "@stoa/contract/catalog";
import { type ReactNode, type Ref, useImperativeHandle } from "react";
import { Button } from "../../components/button.tsx";
import { isRunActive } from "../../lib/run-state.ts";
import { LiveTurn } from "./live-turn.tsx";
import { isUnfinished } from "./shown-turns.ts";
import { StoredTurn } from "./stored-turn.tsx";
import type { TurnHandlers } from "./turn-actions.tsx";
import type { Chat } from "./use-chat.ts";
import { getTurnInput } from "./use-chat-turns.ts";
import { useFollowEnd } from "./use-follow-end.ts";
import { useNearnessWatcher } from "./use-near-turns.ts";

/** The number of turns at the end that are always formatted and laid out, so that the end is in its place at once. */
const LAID_OUT = 10;
const NO_VERSIONS: readonly number[] = [];

export interface ChatLogHandle {
  readonly goToEnd: () => void;
}

interface ChatLogProps {
  readonly agent: Pick<Agent, "name">;
  readonly chat: Chat;
  readonly handlers: TurnHandlers;
  readonly onSendAgain: () => void;
  /** Shown above the first message. */
  readonly before: ReactNode;
  readonly ref: Ref<ChatLogHandle>;
}

/** Shows the messages and answers. Older turns load as the reader scrolls up. */
export function ChatLog({ agent, chat, handlers, onSendAgain, before, ref }: ChatLogProps) {
  const { stored, sent, sentRun, run } = chat;
  const { scroller, content, onScroll, goToEnd } = useFollowEnd(() => {
    if (chat.hasOlder) chat.loadOlder();
  });
  const watch = useNearnessWatcher(scroller);
  useImperativeHandle(ref, () => ({ goToEnd }));
  const { hasOlder, isLoadingOlder, loadOlder } = chat;

  return (
    <section
      ref={scroller}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Messages"
      className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 -outline-offset-2 md:px-6"
    >
      <div ref={content} className="mx-auto max-w-3xl py-2">
        {hasOlder ? (
          <p className="flex justify-center py-2">
            <Button size="sm" variant="outline" busy={isLoadingOlder} onClick={loadOlder}>
              Earlier messages
            </Button>
          </p>
        ) : (
          before
        )}
        {/* A log announces each change. The status below announces each answer once, when it is complete. */}
        <div role="log" aria-live="off" aria-label={`Conversation with ${agent.name}`}>
          <ol>
            {stored.map((turn, index) =>
              turn.run_id === run.state.runId && (isUnfinished(run.state) || isRunActive(turn.status)) ? (
                <LiveTurn
                  key={turn.run_id}
                  message={turn.message}
                  input={getTurnInput(turn)}
                  agentName={agent.name}
                  run={run.state}
                  onFollow={run.follow}
                  onSendAgain={onSendAgain}
                />
              ) : (
                <StoredTurn
                  key={turn.run_id}
                  turn={turn}
                  agentName={agent.name}
                  versions={chat.versions.get(turn.parent) ?? NO_VERSIONS}
                  steps={turn.run_id === run.state.runId ? run.state.steps.length || null : null}
                  disabled={chat.isBusy}
                  watch={index < stored.length - LAID_OUT ? watch : undefined}
                  handlers={handlers}
                />
              ),
            )}
            {sent !== null && (
              <LiveTurn
                message={sent.message}
                input={sent.input}
                agentName={agent.name}
                run={sentRun}
                onFollow={run.follow}
                onSendAgain={onSendAgain}
              />
            )}
          </ol>
        </div>
      </div>
    </section>
  );
}
