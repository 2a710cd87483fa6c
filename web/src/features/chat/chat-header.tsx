import type { AgentMemory } from "@stoa/contract/agent-memory";
import type { Conversation } from "@stoa/contract/conversations";
import { Link, lazyRouteComponent } from "@tanstack/react-router";
import { MessagesSquare, SquarePen } from "lucide-react";
import { Suspense } from "react";
import { Badge } from "../../components/badge.tsx";
import { Button, getButtonClass } from "../../components/button.tsx";
import { CostMeter } from "../../components/meter.tsx";
import { formatUsdFull } from "../../lib/format.ts";
import { CHAT_TEXTS, MEMORY_TEXTS } from "./chat-texts.ts";

const ChatMenu = lazyRouteComponent(() => import("./chat-menu.tsx"));

interface ChatHeaderProps {
  readonly agentId: number;
  readonly memory: AgentMemory;
  /** Undefined in a new chat. */
  readonly conversation: Conversation | undefined;
  /** The cost of all turns, including the active one, in USD. */
  readonly cost: number;
  readonly isRunning: boolean;
  readonly onNew: () => void;
}

/** Shows the title of the chat, what the agent remembers, the total cost, and what the user can do with the chat. */
export function ChatHeader({ agentId, memory, conversation, cost, isRunning, onNew }: ChatHeaderProps) {
  const cap = conversation?.max_cost ?? null;
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line border-b px-4 py-3 md:px-6">
      <div className="min-w-0 flex-1 md:basis-64 max-md:basis-full">
        <h2 className="flex items-center gap-2 text-16">
          <span className="min-w-0 truncate">{conversation?.title ?? CHAT_TEXTS.untitled}</span>
          {conversation?.is_shared && <Badge tone="info">Shared</Badge>}
        </h2>
        <p className="mt-0.5 text-14 text-ink-2">{MEMORY_TEXTS[memory]}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {conversation !== undefined && (
          <span className="flex items-center gap-2 text-12 text-ink-2">
            <span className="sr-only">Total cost: </span>
            <CostMeter usd={cost} running={isRunning} />
            {cap !== null && <span className="mono">of {formatUsdFull(cap)}</span>}
          </span>
        )}
        <Link to="/chats" search={{ agent: agentId }} className={getButtonClass("outline", "sm")}>
          <MessagesSquare aria-hidden="true" size={16} />
          <span className="max-md:sr-only">Chats</span>
        </Link>
        {conversation !== undefined && (
          <>
            <Button
              size="sm"
              variant="outline"
              icon={<SquarePen aria-hidden="true" size={16} />}
              onClick={onNew}
            >
              <span className="max-md:sr-only">New chat</span>
            </Button>
            <Suspense fallback={<span className="size-9 max-md:size-11" />}>
              <ChatMenu conversation={conversation} isRunning={isRunning} onRemoved={onNew} />
            </Suspense>
          </>
        )}
      </div>
    </header>
  );
}
