import type { Conversation } from "@stoa/contract/conversations";
import { Link } from "@tanstack/react-router";
import { Badge } from "../../components/badge.tsx";
import { formatPlural, formatUsdExact } from "../../lib/format.ts";
import { formatRelativeTime, formatTimestamp } from "../../lib/format-time.ts";
import { CHAT_TEXTS } from "./chat-texts.ts";

/** Shows one chat of the list: title, agent, time, number of messages and cost. */
export function ChatRow({ conversation }: { readonly conversation: Conversation }) {
  const { id, title, agent_id, agent_name, turns, total_cost, updated_at, is_shared } = conversation;
  return (
    <li className="group relative grid gap-1 px-4 py-3 transition-colors duration-100 hover:bg-sunken has-[a:focus-visible]:bg-sunken md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-6">
      <p className="flex min-w-0 items-center gap-2 font-medium">
        <Link
          to="/agent/$id"
          params={{ id: String(agent_id) }}
          search={{ chat: id }}
          className="min-w-0 truncate after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-4"
        >
          {title ?? CHAT_TEXTS.untitled}
        </Link>
        {is_shared && <Badge tone="info">Shared</Badge>}
      </p>
      <time
        dateTime={updated_at}
        title={formatTimestamp(updated_at)}
        className="text-14 text-ink-2 md:col-start-2 md:row-start-1"
      >
        {formatRelativeTime(updated_at)}
      </time>
      <p className="wrap-anywhere text-14 text-ink-2">{agent_name}</p>
      <p className="mono text-12 text-ink-2 md:col-start-2 md:text-right">
        {formatPlural(turns, "message")}, {formatUsdExact(total_cost)}
      </p>
    </li>
  );
}
