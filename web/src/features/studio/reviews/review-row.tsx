import type { Review } from "@stoa/contract/reviews";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { formatRating } from "../../../components/reviews/rating-labels.ts";
import { formatDay } from "../../../lib/format-time.ts";
import { notify } from "../../../lib/notify.ts";
import { useWithdrawReply } from "../../../queries/reviews.ts";
import { ReplyForm } from "./reply-form.tsx";

interface ReviewRowProps {
  readonly agentId: number;
  readonly review: Review;
}

/** Shows one review with the developer's reply. */
export function ReviewRow({ agentId, review }: ReviewRowProps) {
  const [writing, setWriting] = useState(false);
  return (
    <li className="grid gap-2 px-4 py-4">
      <p className="flex flex-wrap items-baseline gap-x-3 text-14">
        <span className="mono font-medium">{formatRating(review.rating)}</span>
        <span className="font-medium">{review.username}</span>
        <span className="text-ink-2">{formatDay(review.updated_at)}</span>
      </p>
      <p className="whitespace-pre-line text-16">{review.text}</p>
      {writing ? (
        <ReplyForm agentId={agentId} review={review} onDone={() => setWriting(false)} />
      ) : review.reply ? (
        <Reply agentId={agentId} review={review} reply={review.reply} onEdit={() => setWriting(true)} />
      ) : (
        <div>
          <Button variant="outline" size="sm" onClick={() => setWriting(true)}>
            Reply<span className="sr-only"> to {review.username}</span>
          </Button>
        </div>
      )}
    </li>
  );
}

interface ReplyProps extends ReviewRowProps {
  readonly reply: NonNullable<Review["reply"]>;
  readonly onEdit: () => void;
}

function Reply({ agentId, review, reply, onEdit }: ReplyProps) {
  const [asking, setAsking] = useState(false);
  const withdraw = useWithdrawReply(agentId, review.id);
  return (
    <div className="grid gap-2 border-line border-l-2 pl-4">
      <p className="text-14 text-ink-2">Your reply, {formatDay(reply.updated_at)}</p>
      <p className="whitespace-pre-line text-14">{reply.text}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onEdit}>
          Edit reply
        </Button>
        <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          Delete reply
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title="Delete your reply"
        question={`Your reply to ${review.username} is deleted.`}
        confirmLabel="Delete reply"
        busy={withdraw.isPending}
        onConfirm={() =>
          withdraw.mutate(undefined, {
            onSuccess: () => setAsking(false),
            onError: () => notify.error("Failed to delete the reply"),
          })
        }
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
