import type { Webhook } from "@stoa/contract/webhooks";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { formatTimestamp } from "../../../lib/format-time.ts";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { usePingWebhook } from "../../../queries/webhooks.ts";
import { getWebhookState } from "./webhook-labels.ts";

interface WebhookRowProps {
  readonly webhook: Webhook;
  readonly onOpen: () => void;
  readonly onEdit: () => void;
  readonly onRotate: () => void;
  readonly onRemove: () => void;
}

/** Shows one webhook: its URL, events and health. */
export function WebhookRow({ webhook, onOpen, onEdit, onRotate, onRemove }: WebhookRowProps) {
  const ping = usePingWebhook(webhook.id);
  const { label, tone, why } = getWebhookState(webhook);
  const test = () =>
    ping.mutate(undefined, {
      onSuccess: () => {
        void notify.success("Test event sent. See Deliveries.");
        onOpen();
      },
      onError: (error) => notify.error(getServerDetail(error) ?? "Failed to send the test event"),
    });
  return (
    <li className="grid grid-cols-1 gap-3 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="mono min-w-0 break-all text-14">{webhook.url}</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {webhook.description !== "" && <p className="text-14 text-ink-2">{webhook.description}</p>}
      {why !== undefined && <p className="text-14 text-danger">{why}</p>}
      {label === "Failing" && webhook.failing_since !== null && (
        <p className="text-14 text-ink-2">Failing since {formatTimestamp(webhook.failing_since)}.</p>
      )}
      {webhook.previous_secret_until !== null && (
        <p className="text-14 text-ink-2">
          The old secret stays valid until {formatTimestamp(webhook.previous_secret_until)}.
        </p>
      )}
      <p className="flex flex-wrap gap-1.5">
        {webhook.events.map((type) => (
          <code key={type} className="mono rounded-2 bg-sunken px-1.5 py-0.5 text-12 text-ink-2">
            {type}
          </code>
        ))}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="outline" onClick={onOpen} aria-haspopup="dialog">
          Deliveries
        </Button>
        <Button
          size="sm"
          variant="outline"
          busy={ping.isPending}
          disabled={!webhook.is_active}
          onClick={test}
        >
          Send test event
        </Button>
        <Button size="sm" variant="outline" onClick={onEdit}>
          Edit
        </Button>
        <Button size="sm" variant="ghost" onClick={onRotate}>
          New secret
        </Button>
        <Button size="sm" variant="ghost" onClick={onRemove}>
          Delete
        </Button>
      </div>
    </li>
  );
}
