import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import type { useNotifications } from "../../queries/notifications.ts";
import { NotificationRow } from "./notification-row.tsx";

interface LatestNotificationsProps {
  readonly latest: ReturnType<typeof useNotifications>;
  readonly onOpen: () => void;
}

/** Lists the latest notifications below the bell. */
export function LatestNotifications({ latest, onOpen }: LatestNotificationsProps) {
  const notifications = latest.data?.pages[0]?.notifications;
  if (notifications === undefined) {
    return latest.isError ? (
      <div className="grid justify-items-center gap-3 px-4 py-8">
        <p className="text-14 text-ink-2">Could not load notifications.</p>
        <Button variant="outline" size="sm" onClick={() => latest.refetch()}>
          Retry
        </Button>
      </div>
    ) : (
      <div className="grid gap-3 p-4">
        {["first", "second", "third"].map((place) => (
          <Skeleton key={place} className="h-14 w-full" />
        ))}
      </div>
    );
  }
  if (notifications.length === 0) {
    return (
      <EmptyState
        title="No notifications yet"
        hint="Updates about your runs, agents and credits appear here."
      />
    );
  }
  return (
    <ul
      aria-label="Latest notifications"
      className="min-h-0 divide-y divide-line overflow-y-auto overscroll-contain"
    >
      {notifications.map((notification) => (
        <NotificationRow key={notification.id} notification={notification} onOpen={onOpen} />
      ))}
    </ul>
  );
}
