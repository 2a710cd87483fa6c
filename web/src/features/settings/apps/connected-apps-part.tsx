import type { ConnectedApp } from "@stoa/contract/connected-apps";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { Stat } from "../../../components/stat.tsx";
import { formatDay, formatRelativeTime } from "../../../lib/format-time.ts";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useConnectedApps, useRevokeApp } from "../../../queries/connected-apps.ts";
import { formatSpending } from "../keys/read-limit.ts";
import { describeOrigin, describeRedirect } from "./app-texts.ts";

interface AppRowProps {
  readonly app: ConnectedApp;
  readonly onRevoke: () => void;
}

function AppRow({ app, onRevoke }: AppRowProps) {
  return (
    <li className="grid grid-cols-1 gap-3 p-5">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="wrap-anywhere text-16">{app.name}</h3>
          <p className="wrap-anywhere text-14 text-ink-2">
            {describeOrigin(app)} · {describeRedirect(app)}
          </p>
        </div>
        <Button size="sm" variant="ghost" aria-label={`Revoke ${app.name}`} onClick={onRevoke}>
          Revoke
        </Button>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Stat label="Scopes" wraps>
          {app.scopes.join(", ")}
        </Stat>
        <Stat label="Agents">
          {app.agent_id === null ? (
            "All"
          ) : (
            <Link to="/agent/$id" params={{ id: String(app.agent_id) }} className="link">
              Only agent {app.agent_id}
            </Link>
          )}
        </Stat>
        <Stat label="Connected">{formatDay(app.connected_at)}</Stat>
        <Stat label="Last used">
          {app.last_used_at === null ? "Never" : formatRelativeTime(app.last_used_at)}
        </Stat>
        <Stat label="Today">{formatSpending(app.spent_today, app.limit_per_day)}</Stat>
        <Stat label="This month">{formatSpending(app.spent_this_month, null)}</Stat>
      </dl>
    </li>
  );
}

interface AppListProps {
  readonly apps: ReturnType<typeof useConnectedApps>;
  readonly onRevoke: (app: ConnectedApp) => void;
}

function AppList({ apps, onRevoke }: AppListProps) {
  if (apps.isError && !apps.data)
    return <ErrorState title="Failed to load your connected apps" onRetry={() => apps.refetch()} />;
  if (!apps.data) return <Skeleton className="h-40 w-full" />;
  if (apps.data.length === 0)
    return (
      <EmptyState
        title="No connected apps"
        hint={`Add ${window.location.origin}/mcp to an MCP client, such as Claude or Cursor. It will ask for access here.`}
      />
    );
  return (
    <ul className="divide-y divide-line border border-line bg-surface">
      {apps.data.map((app) => (
        <AppRow key={app.id} app={app} onRevoke={() => onRevoke(app)} />
      ))}
    </ul>
  );
}

/** Shows the apps that can run agents for the user, each with its limit. */
export function ConnectedAppsPart() {
  const apps = useConnectedApps();
  const revoke = useRevokeApp();
  const [chosen, setChosen] = useState<ConnectedApp | null>(null);
  const close = () => setChosen(null);

  const revokeApp = ({ id, name }: ConnectedApp) =>
    revoke.mutate(id, {
      onSuccess: () => notify.success(`${name} revoked`),
      onError: (error) => notify.error(getServerDetail(error) ?? "Failed to revoke the access"),
      onSettled: close,
    });

  return (
    <section className="min-w-0 max-w-4xl">
      <h2 className="text-22">Connected apps</h2>
      <p className="mt-1 mb-4 text-14 text-ink-2">
        Apps that you allowed to run agents for you. To change a limit, revoke the app and connect it again.
      </p>
      <AppList apps={apps} onRevoke={setChosen} />
      <ConfirmDialog
        open={chosen !== null}
        title="Revoke access"
        question={chosen ? `${chosen.name} will have to ask again. Runs that it started continue.` : ""}
        confirmLabel="Revoke access"
        busy={revoke.isPending}
        onConfirm={() => chosen && revokeApp(chosen)}
        onClose={close}
      />
    </section>
  );
}
