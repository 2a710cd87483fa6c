import { Button } from "../../components/button.tsx";
import { LoadMore } from "../../components/load-more.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { SegmentedControl } from "../../components/segmented-control.tsx";
import { formatPlural } from "../../lib/format.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useMarkAllRead, useNotifications } from "../../queries/notifications.ts";
import { NotificationResults } from "./notification-results.tsx";
import type { NotificationSearchProps } from "./notification-search.ts";
import { TOPIC_NAMES, TOPICS } from "./notification-topics.ts";

const TOPIC_CHOICES = [
  { value: "all", label: "All" },
  ...TOPICS.map((topic) => ({ value: topic, label: TOPIC_NAMES[topic] })),
];
const READ_CHOICES = [
  { value: "all", label: "Read and unread" },
  { value: "unread", label: "Unread" },
];

function NotificationFilters({ search: { topic, unread }, onSearch }: NotificationSearchProps) {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3">
      <div className="max-w-full -m-0.5 overflow-x-auto p-0.5">
        <SegmentedControl
          label="Topic"
          value={topic ?? "all"}
          options={TOPIC_CHOICES}
          onChange={(next) => onSearch({ unread, topic: TOPICS.find((name) => name === next) })}
        />
      </div>
      <SegmentedControl
        label="Status"
        value={unread === "true" ? "unread" : "all"}
        options={READ_CHOICES}
        onChange={(next) => onSearch({ topic, unread: next === "unread" ? "true" : undefined })}
      />
    </div>
  );
}

/** Shows all notifications by topic, all or unread, page by page. */
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
            "All caught up"
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
