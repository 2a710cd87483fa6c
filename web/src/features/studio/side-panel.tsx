import type { Agent } from "@stoa/contract/catalog";
import type { Revenue } from "@stoa/contract/ledger";
import { TEXTS } from "@stoa/contract/texts";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { ApiKeyField } from "../../components/api-key-field.tsx";
import { formatCount, formatUsdFull, NOT_MEASURED } from "../../lib/format.ts";
import { formatRelativeTime } from "../../lib/format-time.ts";
import { notify } from "../../lib/notify.ts";
import { useBalance } from "../../lib/queries/use-balance.ts";
import { useCurrentUser } from "../../lib/queries/use-current-user.ts";

/** The last few uploads and version changes. */
const DEPLOYMENTS_SHOWN = 5;

const utcToday = () => new Date().toISOString().slice(0, 10);

export interface SidePanelProps {
  readonly agents: readonly Agent[] | undefined;
  readonly revenues: ReadonlyMap<number, Revenue>;
}

/** Today's figures (UTC), the key, the last deployments: measured, never samples (reading 13). */
export function SidePanel({ agents, revenues }: SidePanelProps) {
  const balance = useBalance();
  const user = useCurrentUser();
  const [today] = useState(utcToday);
  const days = [...revenues.values()].flatMap((revenue) => revenue.daily.filter((day) => day.date === today));
  const runs = days.reduce((sum, day) => sum + day.executions, 0);
  const earned = days.reduce((sum, day) => sum + day.revenue, 0);
  const deployments = agents?.toSorted((one, other) => other.updated_at.localeCompare(one.updated_at));
  return (
    <aside aria-label="Overview" className="grid content-start gap-8">
      <Block title="Today's Overview">
        <dl className="divide-y divide-line text-14">
          <Line name="Runs today">{agents ? formatCount(runs) : NOT_MEASURED}</Line>
          <Line name="Earned today">{agents ? formatUsdFull(earned) : NOT_MEASURED}</Line>
          <Line name="Active agents">
            {agents ? formatCount(agents.filter((agent) => agent.is_active).length) : NOT_MEASURED}
          </Line>
          <Line name="Earned, all time">
            {balance.data ? formatUsdFull(balance.data.total_earned) : NOT_MEASURED}
          </Line>
        </dl>
      </Block>
      <Block title="API Access">
        <div className="p-4">
          {user.data?.api_key !== undefined && (
            <ApiKeyField
              apiKey={user.data.api_key}
              onCopied={() => notify.success(TEXTS.account.keyCopied)}
              onFailed={() => notify.error(TEXTS.account.keyCopyFailed)}
            />
          )}
        </div>
      </Block>
      <Block title="Recent Deployments">
        {deployments === undefined || deployments.length === 0 ? (
          <p className="p-4 text-14 text-ink-2">Uploads and new versions show here.</p>
        ) : (
          <ul className="divide-y divide-line text-14">
            {deployments.slice(0, DEPLOYMENTS_SHOWN).map((agent) => (
              <li key={agent.id} className="flex min-h-11 items-center justify-between gap-4 px-4">
                <Link
                  to="/agent/$id"
                  params={{ id: String(agent.id) }}
                  className="truncate py-2.5 hover:underline max-md:py-3"
                >
                  {agent.name} <span className="mono text-12 text-ink-2">v{agent.version}</span>
                </Link>
                <span className="shrink-0 text-ink-2">{formatRelativeTime(agent.updated_at)}</span>
              </li>
            ))}
          </ul>
        )}
      </Block>
      <Block title="Developer Resources">
        <ul className="text-14 [&_a]:flex [&_a]:min-h-11 [&_a]:items-center [&_a]:px-4 [&_a:hover]:underline divide-y divide-line">
          <li>
            <Link to="/settings/$tab" params={{ tab: "api" }}>
              API endpoints and examples
            </Link>
          </li>
          <li>
            <Link to="/settings/$tab" params={{ tab: "plans" }}>
              Plans and revenue share
            </Link>
          </li>
        </ul>
      </Block>
    </aside>
  );
}

function Block({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-18">{title}</h2>
      <div className="border border-line bg-surface">{children}</div>
    </section>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 px-4 py-2.5">
      <dt className="text-ink-2">{name}</dt>
      <dd className="mono text-12">{children}</dd>
    </div>
  );
}
