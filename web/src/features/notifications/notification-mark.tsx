import type { Notification } from "@stoa/contract/notifications";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";

const MARKS = {
  success: { Icon: CircleCheck, tone: "text-ok", name: "Success" },
  warning: { Icon: TriangleAlert, tone: "text-warn", name: "Warning" },
  error: { Icon: CircleAlert, tone: "text-danger", name: "Error" },
  info: { Icon: Info, tone: "text-info", name: "Information" },
} as const;

/** What sort of news it is, in shape, colour and, for screen readers, in a word. */
export function NotificationMark({ type }: { readonly type: Notification["type"] }) {
  const { Icon, tone, name } = MARKS[type];
  return (
    <>
      <Icon aria-hidden="true" size={16} className={`mt-0.5 shrink-0 ${tone}`} />
      <span className="sr-only">{name}: </span>
    </>
  );
}
