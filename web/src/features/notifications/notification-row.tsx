import type { Notification } from "@stoa/contract/notifications";
import { Link } from "@tanstack/react-router";
import { Check, CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../../components/icon-button.tsx";
import { cx } from "../../lib/class-names.ts";
import { formatRelativeTime, formatTimestamp } from "../../lib/format-time.ts";
import { useMarkRead } from "../../queries/notifications.ts";
import { getNotificationTarget } from "./notification-target.ts";

const MARKS = {
  success: { Icon: CircleCheck, tone: "text-ok", name: "Success" },
  warning: { Icon: TriangleAlert, tone: "text-warn", name: "Warning" },
  error: { Icon: CircleAlert, tone: "text-danger", name: "Error" },
  info: { Icon: Info, tone: "text-info", name: "Information" },
} as const;

/** Shows the kind of a notification by shape, color and, for screen readers, a word. */
function NotificationMark({ type }: { readonly type: Notification["type"] }) {
  const { Icon, tone, name } = MARKS[type];
  return (
    <>
      <Icon aria-hidden="true" size={16} className={`mt-0.5 shrink-0 ${tone}`} />
      <span className="sr-only">{name}: </span>
    </>
  );
}

interface NotificationRowProps {
  readonly notification: Notification;
  /** Called when the user follows the notification's link. */
  readonly onOpen?: () => void;
}

/**
 * Shows one notification. Opening it leads to its subject and marks it as read; a separate button marks it as read in
 * place.
 */
export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const { id, type, title, message, created_at, is_read } = notification;
  const { mutate: mark } = useMarkRead();
  const titleLink = useRef<HTMLAnchorElement>(null);
  const read = () => {
    if (!is_read) mark({ id, wasUnread: true });
  };
  // The button disappears once pressed. Without this, the focus would return to the top of the page.
  const readInPlace = () => {
    titleLink.current?.focus();
    read();
  };
  return (
    <li
      className={cx(
        "group @container relative flex items-start gap-3 py-3 pr-2 pl-4 transition-colors duration-100 hover:bg-sunken has-[a:focus-visible]:bg-sunken",
        !is_read && "shadow-[inset_3px_0_0_var(--ink)]",
      )}
    >
      <div className="grid min-w-0 flex-1 gap-0.5 @xl:grid-cols-[minmax(0,1fr)_auto] @xl:gap-x-6">
        <p className={cx("flex items-start gap-2 text-14", !is_read && "font-semibold")}>
          <NotificationMark type={type} />
          <Link
            ref={titleLink}
            {...getNotificationTarget(notification)}
            onClick={() => {
              read();
              onOpen?.();
            }}
            className="after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-4"
          >
            {title}
            {!is_read && <span className="sr-only"> (unread)</span>}
          </Link>
        </p>
        <p className="wrap-anywhere whitespace-pre-wrap pl-6 text-14 text-ink-2 @xl:row-start-2">{message}</p>
        <time
          dateTime={created_at}
          title={formatTimestamp(created_at)}
          className="pl-6 text-12 text-ink-3 @xl:col-start-2 @xl:row-start-1 @xl:self-center"
        >
          {formatRelativeTime(created_at)}
        </time>
      </div>
      {/* The button keeps its space when it disappears, so that the text next to it does not move. */}
      <span className="relative z-10 size-9 shrink-0 max-md:size-11">
        {!is_read && (
          <IconButton label={`Mark "${title}" read`} framed={false} onClick={readInPlace}>
            <Check aria-hidden="true" size={16} />
          </IconButton>
        )}
      </span>
    </li>
  );
}
