import { Skeleton } from "../../../components/skeleton.tsx";
import { formatTimestamp } from "../../../lib/format-time.ts";
import { useDelivery } from "../../../queries/webhooks.ts";
import { attemptWords } from "./webhook-words.ts";

export interface AttemptLogProps {
  readonly webhookId: string;
  readonly deliveryId: string;
}

/** Each attempt of a delivery, with what the receiver answered. */
export function AttemptLog({ webhookId, deliveryId }: AttemptLogProps) {
  const delivery = useDelivery(webhookId, deliveryId);
  if (!delivery.data)
    return delivery.isError ? (
      <p role="alert" className="pb-3 text-14 text-danger">
        The attempts could not be loaded.
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
            {attemptWords(attempt)}
          </p>
          {attempt.answer !== null && attempt.answer !== "" && (
            <pre className="mono mt-1 whitespace-pre-wrap break-all text-12 text-ink-2">{attempt.answer}</pre>
          )}
        </li>
      ))}
    </ol>
  );
}
