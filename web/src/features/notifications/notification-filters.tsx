import { SegmentedControl } from "../../components/segmented-control.tsx";
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

/** What the list is narrowed by. */
export function NotificationFilters({ search: { topic, unread }, onSearch }: NotificationSearchProps) {
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
        label="Read or not"
        value={unread === "true" ? "unread" : "all"}
        options={READ_CHOICES}
        onChange={(next) => onSearch({ topic, unread: next === "unread" ? "true" : undefined })}
      />
    </div>
  );
}
