import { Button } from "../../components/button.tsx";
import { LoadMore } from "../../components/load-more.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { formatPlural } from "../../lib/format.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useMarkAllRead, useNotifications } from "../../queries/notifications.ts";
import { NotificationFilters } from "./notification-filters.tsx";
import { NotificationResults } from "./notification-results.tsx";
import type { NotificationSearchProps } from "./notification-search.ts";

/** Everything that one was told of, by topic, all or unread, page by page. */
export function NotificationsPage({ search, onSearch }: NotificationSearchProps) {
  useDocumentTitle("Notifications");
  const list = useNotifications(search);
  const markAll = useMarkAllRead();
  const unread = list.data?.pages[0]?.unread;
  return (
    <div className="page pt-8">
      <PageHeading
        title="Notifications"
        subtitle={
          unread === undefined ? (
            <span className="invisible">{formatPlural(0, "unread notification")}</span>
          ) : unread === 0 ? (
            "You have read them all"
          ) : (
            formatPlural(unread, "unread notification")
          )
        }
        actions={
          <Button
            variant="outline"
            disabled={unread === undefined || unread === 0}
            onClick={() => markAll.mutate()}
          >
            Mark all read
          </Button>
        }
      />
      <NotificationFilters search={search} onSearch={onSearch} />
      <NotificationResults list={list} search={search} onShowAll={() => onSearch({})} />
      <LoadMore
        hasMore={list.hasNextPage}
        busy={list.isFetchingNextPage}
        onMore={() => list.fetchNextPage()}
        label="Earlier notifications"
      />
    </div>
  );
}
