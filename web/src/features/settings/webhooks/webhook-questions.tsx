import { WEBHOOK_LIMITS } from "@stoa/contract/webhook-limits";
import type { Webhook } from "@stoa/contract/webhooks";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useRemoveWebhook, useRotateSecret } from "../../../queries/webhooks.ts";

interface WebhookQuestionsProps {
  readonly what: "rotate" | "remove";
  readonly webhook: Webhook;
  readonly onRotated: (secret: string) => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before it replaces a webhook's secret or deletes a webhook. */
export function WebhookQuestions({ what, webhook, onRotated, onClose }: WebhookQuestionsProps) {
  const rotate = useRotateSecret();
  const remove = useRemoveWebhook();
  if (what === "rotate")
    return (
      <ConfirmDialog
        open
        title="New secret"
        question={`Requests are signed with both secrets for ${WEBHOOK_LIMITS.previousSecretHours} hours, then only with the new one.`}
        consequence="Update your endpoint within that time."
        confirmLabel="Create new secret"
        busy={rotate.isPending}
        onConfirm={() =>
          rotate.mutate(webhook.id, {
            onSuccess: ({ secret }) => onRotated(secret),
            onError: (error) => {
              void notify.error(getServerDetail(error) ?? "Failed to create a new secret");
              onClose();
            },
          })
        }
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      open
      title="Delete webhook"
      question={`${webhook.url} will no longer be called. Its delivery log is deleted, and pending events are not sent.`}
      confirmLabel="Delete webhook"
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(webhook.id, {
          onSuccess: () => notify.success("Webhook deleted"),
          onError: (error) => notify.error(getServerDetail(error) ?? "Failed to delete the webhook"),
          onSettled: onClose,
        })
      }
      onClose={onClose}
    />
  );
}
