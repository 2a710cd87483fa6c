import type { WebhookDeliveryStatus } from "@stoa/contract/webhook-deliveries";
import { WEBHOOK_LIMITS } from "@stoa/contract/webhook-limits";
import type { Webhook } from "@stoa/contract/webhooks";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { LoadMore } from "../../../components/load-more.tsx";
import { SegmentedControl } from "../../../components/segmented-control.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { formatPlural } from "../../../lib/format.ts";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useDeliveries, useResendFailed } from "../../../queries/webhooks.ts";
import { DeliveryRow } from "./delivery-row.tsx";

const DAY_MS = 24 * 60 * 60 * 1000;

const CHOICES = [
  { value: "all", label: "All" },
  { value: "waiting", label: "Waiting" },
  { value: "delivered", label: "Delivered" },
  { value: "failed", label: "Failed" },
] as const;

interface DeliveriesDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Shows the deliveries of a webhook: the event, the outcome, and a button that sends the event again. */
export function DeliveriesDialog({ webhook, onClose }: DeliveriesDialogProps) {
  const [status, setStatus] = useState<WebhookDeliveryStatus | undefined>(undefined);
  const deliveries = useDeliveries(webhook.id, status);
  const resendFailed = useResendFailed(webhook.id);
  const shown = deliveries.data?.pages.flatMap((page) => page.deliveries);

  const resendAll = () =>
    resendFailed.mutate(new Date(Date.now() - WEBHOOK_LIMITS.keptDays * DAY_MS).toISOString(), {
      onSuccess: ({ resent, more }) =>
        notify.success(
          `${formatPlural(resent, "event")} sent again${more ? ". More remain: select Resend all failed again" : ""}`,
        ),
      onError: (error) => notify.error(getServerDetail(error) ?? "Failed to resend the events"),
    });

  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      title="Deliveries"
      description={<span className="mono break-all text-12">{webhook.url}</span>}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <div className="max-w-full overflow-x-auto">
          <SegmentedControl
            label="Deliveries"
            value={status ?? "all"}
            options={CHOICES}
            onChange={(next) => setStatus(next === "all" ? undefined : next)}
          />
        </div>
        {webhook.is_active && (
          <Button size="sm" variant="ghost" busy={resendFailed.isPending} onClick={resendAll}>
            Resend all failed
          </Button>
        )}
      </div>
      {!shown ? (
        deliveries.isError ? (
          <ErrorState title="Failed to load the deliveries" onRetry={() => deliveries.refetch()} />
        ) : (
          <Skeleton className="h-[80dvh] w-full" />
        )
      ) : shown.length === 0 ? (
        <EmptyState
          title="No deliveries yet"
          hint={`Deliveries appear here for ${WEBHOOK_LIMITS.keptDays} days. Send a test event to see how your endpoint responds.`}
        />
      ) : (
        <ul className="divide-y divide-line border border-line bg-surface">
          {shown.map((delivery) => (
            <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
          ))}
        </ul>
      )}
      <LoadMore
        hasMore={deliveries.hasNextPage}
        busy={deliveries.isFetchingNextPage}
        onMore={() => deliveries.fetchNextPage()}
      />
    </Dialog>
  );
}
