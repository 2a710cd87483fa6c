import { Popover } from "@base-ui/react/popover";
import { Link } from "@tanstack/react-router";
import { Bell } from "lucide-react";
import { useState } from "react";
import { Button, getButtonClass } from "../../components/button.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { useMarkAllRead, useNotifications } from "../../queries/notifications.ts";
import { LatestNotifications } from "./latest-notifications.tsx";
import { getUnreadBadge } from "./unread-badge.ts";
import { useLiveNotifications } from "./use-live-notifications.ts";

/**
 * The number of notifications below the bell: as many as fit a window of 900 px without scrolling. The notifications
 * page has them all.
 */
const SHOWN = 8;

/** Shows the bell of the header with the unread count, and a list of the latest notifications that opens below it. */
export default function NotificationBell() {
  const [open, setOpen] = useState(false);
  const latest = useNotifications({ limit: SHOWN });
  const markAll = useMarkAllRead();
  const newest = useLiveNotifications();
  const unread = latest.data?.pages[0]?.unread ?? 0;
  const badge = getUnreadBadge(unread);
  const close = () => setOpen(false);
  return (
    <>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger
          render={
            <IconButton
              label={badge === null ? "Notifications" : `Notifications, ${badge} unread`}
              className="relative"
            >
              <Bell aria-hidden="true" size={16} />
              {badge !== null && (
                <span
                  aria-hidden="true"
                  data-testid="unread-badge"
                  className="mono absolute -top-1.5 -right-1.5 grid max-md:-top-0.5 max-md:-right-0.5 h-4.5 min-w-4.5 place-items-center rounded-10 bg-ink px-1 text-11 text-bg ring-2 ring-bg"
                >
                  {badge}
                </span>
              )}
            </IconButton>
          }
        />
        <Popover.Portal>
          <Popover.Positioner align="end" sideOffset={8} collisionPadding={8} className="z-50">
            <Popover.Popup className="flex max-h-[min(36rem,var(--available-height))] w-[min(25rem,var(--available-width))] flex-col overflow-hidden rounded-6 bg-raised shadow-overlay transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
              <div className="flex min-h-13 items-center justify-between gap-3 border-line border-b py-1 pr-2 pl-4">
                <Popover.Title className="font-semibold text-16">Notifications</Popover.Title>
                {unread > 0 && (
                  <Button variant="ghost" size="sm" onClick={() => markAll.mutate()}>
                    Mark all read
                  </Button>
                )}
              </div>
              <LatestNotifications latest={latest} onOpen={close} />
              <div className="border-line border-t p-2">
                <Link
                  to="/notifications"
                  onClick={close}
                  className={`${getButtonClass("ghost", "sm")} w-full`}
                >
                  View all notifications
                </Link>
              </div>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      <span role="status" className="sr-only">
        {newest && `${newest.title}: ${newest.message}`}
      </span>
    </>
  );
}
