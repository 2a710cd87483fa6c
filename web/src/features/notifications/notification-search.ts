import type { NotificationTopic } from "@stoa/contract/notifications";

/** What of the page of notifications is in the address. */
export interface NotificationSearch {
  readonly topic?: NotificationTopic | undefined;
  readonly unread?: "true" | undefined;
}

export interface NotificationSearchProps {
  readonly search: NotificationSearch;
  readonly onSearch: (next: NotificationSearch) => void;
}
