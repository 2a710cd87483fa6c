import type { NotificationTopic } from "@stoa/contract/notifications";

/** The state of the notifications page in the URL. */
export interface NotificationSearch {
  readonly topic?: NotificationTopic | undefined;
  readonly unread?: "true" | undefined;
}

export interface NotificationSearchProps {
  readonly search: NotificationSearch;
  readonly onSearch: (next: NotificationSearch) => void;
}
