import { PLANS } from "@stoa/contract/plans";
import { TEXTS } from "@stoa/contract/texts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiKeyField } from "../../components/api-key-field.tsx";
import { Badge } from "../../components/badge.tsx";
import { getButtonClass } from "../../components/button.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { formatPlural, formatUsd, formatUsdFull } from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { useBalance } from "../../queries/balance.ts";
import { useSpendingStats } from "../../queries/billing.ts";
import { useCurrentUser } from "../../queries/current-user.ts";

/** Shows the plan, credits, usage of the month and the API key. */
export function AccountPanel() {
  const user = useCurrentUser();
  const balance = useBalance();
  const spending = useSpendingStats();
  const failure = balance.error ?? spending.error;
  if (failure && !(balance.data && spending.data)) {
    return (
      <Panel>
        <ErrorState
          title={TEXTS.account.loadFailed}
          retryLabel="Refresh"
          onRetry={() => {
            void balance.refetch();
            void spending.refetch();
          }}
        />
      </Panel>
    );
  }
  return (
    <section aria-label="Account" className="hairgrid md:grid-cols-2 xl:grid-cols-[1fr_1fr_1fr_1.6fr]">
      <Cell label="Plan">
        {user.data && (
          <>
            <p className="font-semibold text-28">{PLANS[user.data.plan_type].name}</p>
            <p className="flex h-5 min-w-0 items-center gap-2 text-14 text-ink-2">
              <span className="truncate">{user.data.username}</span>
              <Badge tone={user.data.is_active ? "ok" : "warn"}>
                {user.data.is_active ? "Active" : "Inactive"}
              </Badge>
            </p>
            <CellLink tab="plans">Compare plans</CellLink>
          </>
        )}
      </Cell>
      <Cell label="Available credits">
        {balance.data && (
          <>
            <p className="font-semibold text-28 tabular-nums" data-testid="available-credits">
              {formatUsdFull(balance.data.available)}
            </p>
            <p className="text-14 text-ink-2">
              of {formatUsd(balance.data.current_balance + balance.data.total_spent)} total
              {balance.data.held > 0 && `, ${formatUsdFull(balance.data.held)} reserved for active runs`}
            </p>
            <CellLink tab="billing">See billing</CellLink>
          </>
        )}
      </Cell>
      <Cell label="Usage this month">
        {spending.data && (
          <>
            <p className="font-semibold text-28 tabular-nums">
              {formatUsdFull(spending.data.recent_spending)}
            </p>
            <p className="text-14 text-ink-2">{formatPlural(spending.data.recent_executions, "API call")}</p>
            <CellLink tab="logs">See logs</CellLink>
          </>
        )}
      </Cell>
      <Cell label="API key">
        {user.data?.api_key !== undefined && (
          <>
            <ApiKeyField
              apiKey={user.data.api_key}
              onCopied={() => notify.success(TEXTS.account.keyCopied)}
              onFailed={() => notify.error(TEXTS.account.keyCopyFailed)}
            />
            <Link to="/docs" className={`${getButtonClass("outline", "sm")} mt-2`}>
              View API Documentation
            </Link>
          </>
        )}
      </Cell>
    </section>
  );
}

function CellLink({ tab, children }: { readonly tab: string; readonly children: string }) {
  return (
    <Link to="/settings/$tab" params={{ tab }} className="link-alone justify-self-start text-14">
      {children}
    </Link>
  );
}

function Cell({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1 p-5">
      <h2 className="label mb-1">{label}</h2>
      {children || (
        <>
          <Skeleton className="h-8.5 w-32" />
          <Skeleton className="mt-1 h-4 w-40" />
          <Skeleton className="mt-2 h-5 w-24" />
        </>
      )}
    </div>
  );
}
