import { Bell } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import type { useNotifications } from "../../queries/notifications.ts";
import { NotificationRow } from "./notification-row.tsx";
import type { NotificationSearch } from "./notification-search.ts";
import { groupNotificationsByDay } from "./notifications-by-day.ts";

const PLACES = ["1", "2", "3", "4", "5", "6"];

interface NotificationResultsProps {
  readonly list: ReturnType<typeof useNotifications>;
  readonly search: NotificationSearch;
  readonly onShowAll: () => void;
}

/** Shows the notifications by day, or their loading, empty or error state. */
export function NotificationResults({ list, search, onShowAll }: NotificationResultsProps) {
  const notifications = list.data?.pages.flatMap((page) => page.notifications);
  if (notifications === undefined) {
    return list.isError ? (
      <Framed>
        <ErrorState title="Could not load notifications." onRetry={() => list.refetch()} />
      </Framed>
    ) : (
      <Framed>
        {PLACES.map((place) => (
          <div key={place} className="p-4 not-first:border-line not-first:border-t">
            <Skeleton className="h-14 w-full" />
          </div>
        ))}
      </Framed>
    );
  }
  if (notifications.length === 0) {
    const isNarrowed = search.topic !== undefined || search.unread !== undefined;
    return (
      <Framed>
        {isNarrowed ? (
          <EmptyState
            icon={<Bell aria-hidden="true" size={22} />}
            title={search.unread === undefined ? "Nothing here yet" : "No unread notifications"}
            action={
              <Button variant="outline" onClick={onShowAll}>
                Show all notifications
              </Button>
            }
          />
        ) : (
          <EmptyState
            icon={<Bell aria-hidden="true" size={22} />}
            title="No notifications yet"
            hint="Failed runs, listings, earnings and reviews appear here."
          />
        )}
      </Framed>
    );
  }
  return groupNotificationsByDay(notifications).map(({ day, notifications: those }) => (
    <section key={day} aria-label={day} className="mt-6">
      <h2 className="label mb-2">{day}</h2>
      <ul className="divide-y divide-line border border-line bg-surface">
        {those.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} />
        ))}
      </ul>
    </section>
  ));
}

function Framed({ children }: { readonly children: ReactNode }) {
  return <div className="mt-6 border border-line bg-surface">{children}</div>;
}
