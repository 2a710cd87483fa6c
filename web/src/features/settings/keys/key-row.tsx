import type { NamedKey } from "@stoa/contract/keys";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Stat } from "../../../components/stat.tsx";
import { formatUsdFull } from "../../../lib/format.ts";
import { formatDay, formatRelativeTime } from "../../../lib/format-time.ts";
import { formatSpending } from "./read-limit.ts";

interface KeyRowProps {
  readonly apiKey: NamedKey;
  /** The time at which the keys were loaded. It decides whether this key counts as expired. */
  readonly readAt: number;
  readonly onEdit: () => void;
  readonly onRevoke: () => void;
}

/** Shows one key: its prefix, limits, spending and actions. */
export function KeyRow({ apiKey, readAt, onEdit, onRevoke }: KeyRowProps) {
  const isOver = apiKey.expires_at !== null && Date.parse(apiKey.expires_at) < readAt;
  return (
    <li className="grid grid-cols-1 gap-3 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 text-16">
            <span className="wrap-anywhere">{apiKey.is_main ? "Main key" : apiKey.name}</span>
            {isOver && <Badge tone="danger">Expired</Badge>}
          </h3>
          <p className="mono text-12 text-ink-3">{apiKey.prefix}…</p>
        </div>
        {apiKey.is_main ? (
          <p className="text-14 text-ink-2">Use Refresh on the Access tab to rotate it</p>
        ) : (
          <div className="flex gap-2">
            <Button size="sm" variant="outline" aria-label={`Edit ${apiKey.name}`} onClick={onEdit}>
              Edit
            </Button>
            <Button size="sm" variant="ghost" aria-label={`Revoke ${apiKey.name}`} onClick={onRevoke}>
              Revoke
            </Button>
          </div>
        )}
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Stat label="Scopes" wraps>
          {apiKey.is_main ? "All" : apiKey.scopes.join(", ")}
        </Stat>
        <Stat label="Created">{formatDay(apiKey.created_at)}</Stat>
        <Stat label="Last used">
          {apiKey.last_used_at === null ? "Never" : formatRelativeTime(apiKey.last_used_at)}
        </Stat>
        <Stat label="Expires">{apiKey.expires_at === null ? "Never" : formatDay(apiKey.expires_at)}</Stat>
        {!apiKey.is_main && (
          <>
            <Stat label="One run">
              {apiKey.limit_per_run === null ? "No limit" : formatUsdFull(apiKey.limit_per_run)}
            </Stat>
            <Stat label="Today">{formatSpending(apiKey.spent_today, apiKey.limit_per_day)}</Stat>
            <Stat label="This month">{formatSpending(apiKey.spent_this_month, apiKey.limit_per_month)}</Stat>
          </>
        )}
      </dl>
    </li>
  );
}
