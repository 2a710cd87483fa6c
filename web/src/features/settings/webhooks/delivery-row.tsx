import type { WebhookDelivery } from "@stoa/contract/webhook-deliveries";
import type { Webhook } from "@stoa/contract/webhooks";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Disclosure } from "../../../components/disclosure.tsx";
import { RunLink } from "../../../components/run-link.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { formatPlural } from "../../../lib/format.ts";
import { formatTimestamp } from "../../../lib/format-time.ts";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useDelivery, useResend } from "../../../queries/webhooks.ts";
import { DELIVERY_NAMES, DELIVERY_TONES, describeAttempt } from "./webhook-labels.ts";

interface AttemptLogProps {
  readonly webhookId: string;
  readonly deliveryId: string;
}

/** Lists the attempts of a delivery, with the receiver's responses. */
function AttemptLog({ webhookId, deliveryId }: AttemptLogProps) {
  const delivery = useDelivery(webhookId, deliveryId);
  if (!delivery.data)
    return delivery.isError ? (
      <p role="alert" className="pb-3 text-14 text-danger">
        Could not load the attempts.
      </p>
    ) : (
      <Skeleton className="mb-3 h-12 w-full" />
    );
  return (
    <ol className="grid gap-3 pb-3">
      {delivery.data.attempt_log.map((attempt) => (
        <li key={attempt.number} className="border-line border-l-2 pl-3">
          <p className="text-14">
            <span className="mono text-12 text-ink-3">{formatTimestamp(attempt.started_at)}</span>{" "}
            {describeAttempt(attempt)}
          </p>
          {attempt.answer !== null && attempt.answer !== "" && (
            <pre className="mono mt-1 whitespace-pre-wrap break-all text-12 text-ink-2">{attempt.answer}</pre>
          )}
        </li>
      ))}
    </ol>
  );
}

interface DeliveryRowProps {
  readonly webhook: Webhook;
  readonly delivery: WebhookDelivery;
}

/** Shows one delivery with its last attempt; expanding it shows all attempts. */
export function DeliveryRow({ webhook, delivery }: DeliveryRowProps) {
  const resend = useResend(webhook.id);
  const sendAgain = () =>
    resend.mutate(delivery.id, {
      onSuccess: () => notify.success("Event sent again"),
      onError: (error) => notify.error(getServerDetail(error) ?? "Failed to resend the event"),
    });
  const next = delivery.next_attempt_at;
  return (
    <li className="px-4 pt-3 pb-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={DELIVERY_TONES[delivery.status]}>{DELIVERY_NAMES[delivery.status]}</Badge>
        <code className="mono text-12">{delivery.event_type}</code>
        <span className="mono text-12 text-ink-3">{formatTimestamp(delivery.occurred_at)}</span>
        {delivery.run_id !== null && (
          <RunLink runId={delivery.run_id} className="link-alone text-14">
            Run
          </RunLink>
        )}
        {webhook.is_active && (
          <Button
            size="sm"
            variant="ghost"
            className="ml-auto"
            aria-label={`Resend ${delivery.event_type} of ${formatTimestamp(delivery.occurred_at)}`}
            busy={resend.isPending}
            onClick={sendAgain}
          >
            Resend
          </Button>
        )}
      </div>
      <p className="text-14 text-ink-2">
        {delivery.last_attempt ? describeAttempt(delivery.last_attempt) : "Not tried yet"}
        {next !== null && delivery.last_attempt && `. Next attempt ${formatTimestamp(next)}`}
      </p>
      {delivery.attempts > 0 && (
        <Disclosure title={formatPlural(delivery.attempts, "attempt")}>
          <AttemptLog webhookId={webhook.id} deliveryId={delivery.id} />
        </Disclosure>
      )}
    </li>
  );
}
