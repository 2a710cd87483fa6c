import type { PublishableKey } from "@stoa/contract/publishable-keys";
import { TEXTS } from "@stoa/contract/texts";
import { Link } from "@tanstack/react-router";
import { Button } from "../../../components/button.tsx";
import { CodeBlock } from "../../../components/code-block.tsx";
import { Stat } from "../../../components/stat.tsx";
import { formatUsdFull } from "../../../lib/format.ts";
import { formatRelativeTime } from "../../../lib/format-time.ts";
import { notify } from "../../../lib/notify.ts";
import { useAgent } from "../../../queries/agents.ts";
import { formatSpending } from "../keys/read-limit.ts";
import { createScriptTag } from "./website-fields.ts";

interface WebsiteRowProps {
  readonly apiKey: PublishableKey;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** Shows a publishable key: its agent, websites, spending, and the script tag to copy. */
export function WebsiteRow({ apiKey, onEdit, onDelete }: WebsiteRowProps) {
  const { name, agent_id, origins } = apiKey;
  const agent = useAgent(agent_id);
  return (
    <li className="grid grid-cols-1 gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {/* The agent's name loads later. It has a line of its own, so that nothing moves. */}
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="wrap-anywhere text-16">{name}</h3>
          <p className="truncate text-14">
            <Link to="/agent/$id" params={{ id: String(agent_id) }} className="link">
              {agent.data?.name ?? `Agent ${agent_id}`}
            </Link>
          </p>
          <p className="wrap-anywhere text-14 text-ink-2">{origins.join(", ")}</p>
        </div>
        <div className="flex gap-2">
          <Button size="sm" variant="outline" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button size="sm" variant="ghost" aria-label={`Delete ${name}`} onClick={onDelete}>
            Delete
          </Button>
        </div>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Stat label="Today">{formatSpending(apiKey.spent_today, apiKey.limit_per_day)}</Stat>
        <Stat label="One message">{formatUsdFull(apiKey.limit_per_message)}</Stat>
        <Stat label="Per visitor">{apiKey.visitor_messages} messages a day</Stat>
        <Stat label="Last used">
          {apiKey.last_used_at === null ? "Never" : formatRelativeTime(apiKey.last_used_at)}
        </Stat>
      </dl>
      <CodeBlock
        language="html"
        code={createScriptTag(location.origin, apiKey)}
        copyLabel="Copy script tag"
        onCopied={() => notify.success(TEXTS.copy.done("Script tag"))}
        onFailed={() => notify.error(TEXTS.copy.failed)}
      />
    </li>
  );
}
