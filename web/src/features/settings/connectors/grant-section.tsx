import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { formatDay } from "../../../lib/format-time.ts";

interface GrantSectionProps<Grant> {
  readonly title: string;
  readonly hint: string;
  readonly grants: UseQueryResult<Grant[]>;
  readonly failure: string;
  readonly empty: { readonly title: string; readonly hint: string };
  readonly renderRow: (grant: Grant) => ReactNode;
}

/** Lists the permissions that the user has granted to agents, under a heading. */
export function GrantSection<Grant>({
  title,
  hint,
  grants,
  failure,
  empty,
  renderRow,
}: GrantSectionProps<Grant>) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="text-18">
        {title}
      </h3>
      <p className="mt-1 mb-4 text-14 text-ink-2">{hint}</p>
      <div className="border border-line bg-surface">
        {grants.isLoadingError ? (
          <ErrorState title={failure} onRetry={() => grants.refetch()} />
        ) : grants.isPending ? (
          <Skeleton className="h-50" />
        ) : grants.data.length === 0 ? (
          <EmptyState {...empty} />
        ) : (
          <ul className="divide-y divide-line">{grants.data.map(renderRow)}</ul>
        )}
      </div>
    </section>
  );
}

interface GrantRowProps {
  readonly grant: { readonly agent_id: number; readonly agent_name: string; readonly created_at: string };
  /** A description of the permission. */
  readonly children: ReactNode;
  readonly revokeLabel: string;
  readonly onRevoke: () => void;
}

/** Shows one agent with its permission and the date of the permission, and a button that revokes it. */
export function GrantRow({ grant, children, revokeLabel, onRevoke }: GrantRowProps) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[1fr_2fr_auto_auto]">
      <Link
        to="/agent/$id"
        params={{ id: String(grant.agent_id) }}
        className="link-alone min-w-0 font-medium text-14"
      >
        {grant.agent_name}
      </Link>
      <div className="min-w-0 break-words text-14 text-ink-2 max-md:order-last max-md:col-span-2">
        {children}
      </div>
      <p className="mono whitespace-nowrap text-12 text-ink-3 max-md:order-last max-md:col-span-2">
        since {formatDay(grant.created_at)}
      </p>
      <Button size="sm" variant="outline" aria-label={revokeLabel} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}
