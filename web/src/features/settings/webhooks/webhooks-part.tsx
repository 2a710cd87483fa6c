import type { Webhook } from "@stoa/contract/webhooks";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { cx } from "../../../lib/class-names.ts";
import { useWebhooks } from "../../../queries/webhooks.ts";
import { ShownOnce } from "../shown-once.tsx";
import { DeliveriesDialog } from "./deliveries-dialog.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookQuestions } from "./webhook-questions.tsx";
import { WebhookRow } from "./webhook-row.tsx";

/** The dialog that is open above the list. */
type DialogState =
  | { readonly what: "create" }
  | { readonly what: "edit" | "rotate" | "remove"; readonly webhook: Webhook }
  | { readonly what: "secret"; readonly secret: string }
  | null;

interface WebhooksPartProps {
  /** The webhook in the URL whose deliveries are open. */
  readonly opened: string | undefined;
  readonly onOpen: (webhookId: string | undefined) => void;
}

/** Shows the URLs that are called when something happens in the account. */
export function WebhooksPart({ opened, onOpen }: WebhooksPartProps) {
  const webhooks = useWebhooks();
  const [dialog, setDialog] = useState<DialogState>(null);
  const close = () => setDialog(null);
  const shown = webhooks.data?.find(({ id }) => id === opened);
  const add = (
    <Button icon={<Plus aria-hidden="true" size={16} />} onClick={() => setDialog({ what: "create" })}>
      New webhook
    </Button>
  );
  return (
    <section className="min-w-0 max-w-4xl">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="text-22">Webhooks</h2>
          <p className="mt-1 text-14 text-ink-2">
            Receive a signed request when a run ends, an upload is checked or your balance is low.
          </p>
        </div>
        {/* Reserves the space of the button, so that on a phone the content below does not jump. */}
        <span className={cx(!webhooks.data?.length && "invisible")}>{add}</span>
      </div>
      <div className="border border-line bg-surface">
        {!webhooks.data ? (
          webhooks.isError ? (
            <ErrorState title="Failed to load your webhooks" onRetry={() => webhooks.refetch()} />
          ) : (
            <Skeleton className="h-40 w-full" />
          )
        ) : webhooks.data.length === 0 ? (
          <EmptyState
            title="No webhooks yet"
            hint="Add a URL to be notified of events, so you do not have to poll."
            action={add}
          />
        ) : (
          <ul className="divide-y divide-line">
            {webhooks.data.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                onOpen={() => onOpen(webhook.id)}
                onEdit={() => setDialog({ what: "edit", webhook })}
                onRotate={() => setDialog({ what: "rotate", webhook })}
                onRemove={() => setDialog({ what: "remove", webhook })}
              />
            ))}
          </ul>
        )}
      </div>
      {shown && <DeliveriesDialog webhook={shown} onClose={() => onOpen(undefined)} />}
      {dialog?.what === "create" && (
        <WebhookDialog onCreated={({ secret }) => setDialog({ what: "secret", secret })} onClose={close} />
      )}
      {dialog?.what === "edit" && <WebhookDialog edited={dialog.webhook} onClose={close} />}
      {dialog?.what === "secret" && (
        <ShownOnce
          title="Signing secret"
          label="Secret"
          secret={dialog.secret}
          hint="Use it to verify requests. It is shown only once."
          onClose={close}
        />
      )}
      {(dialog?.what === "rotate" || dialog?.what === "remove") && (
        <WebhookQuestions
          what={dialog.what}
          webhook={dialog.webhook}
          onRotated={(secret) => setDialog({ what: "secret", secret })}
          onClose={close}
        />
      )}
    </section>
  );
}
