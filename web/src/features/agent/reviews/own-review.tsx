import type { Agent } from "@stoa/contract/catalog";
import type { Review } from "@stoa/contract/reviews";
import { PenLine } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { notify } from "../../../lib/notify.ts";
import { useSignedIn } from "../../../lib/session.ts";
import { useOwnReview, useWithdrawReview } from "../../../queries/reviews.ts";
import { ReviewForm } from "./review-form.tsx";
import { ReviewText } from "./review-text.tsx";

/** Lets the user write, edit or delete their own review, or says why they cannot write one. */
export function OwnReview({ agent }: { readonly agent: Pick<Agent, "id" | "name"> }) {
  const own = useOwnReview(agent.id);
  const [writing, setWriting] = useState(false);
  const signedIn = useSignedIn();
  if (!signedIn) return <p className="text-14 text-ink-2">Sign in to write a review.</p>;
  if (own.data === undefined) return null;
  const { review, is_hidden: isHidden, may_review: mayReview, reason } = own.data;
  if (writing) {
    return (
      <div className="border border-line bg-surface p-4">
        <ReviewForm agentId={agent.id} review={review} onDone={() => setWriting(false)} />
      </div>
    );
  }
  if (review !== null) {
    return (
      <OwnReviewText agent={agent} review={review} isHidden={isHidden} onEdit={() => setWriting(true)} />
    );
  }
  if (!mayReview) return reason === null ? null : <p className="text-14 text-ink-2">{reason}</p>;
  return (
    <div>
      <Button
        variant="outline"
        icon={<PenLine aria-hidden="true" size={16} />}
        onClick={() => setWriting(true)}
      >
        Write a review
      </Button>
    </div>
  );
}

interface WrittenProps {
  readonly agent: Pick<Agent, "id" | "name">;
  readonly review: Review;
  readonly isHidden: boolean;
  readonly onEdit: () => void;
}

function OwnReviewText({ agent, review, isHidden, onEdit }: WrittenProps) {
  const [asking, setAsking] = useState(false);
  const withdraw = useWithdrawReview(agent.id);
  return (
    <div className="grid gap-3 border border-control bg-surface p-4">
      <p className="flex flex-wrap items-center gap-2">
        <span className="label">Your review</span>
        {isHidden && <Badge tone="warn">Hidden by a moderator (only visible to you)</Badge>}
      </p>
      <ReviewText review={review} />
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onEdit}>
          Edit review
        </Button>
        <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          Delete review
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title="Delete your review"
        question={`Your review of ${agent.name} and the developer's reply are deleted. The review no longer counts toward the rating.`}
        confirmLabel="Delete review"
        busy={withdraw.isPending}
        onConfirm={() =>
          withdraw.mutate(undefined, {
            onSuccess: () => setAsking(false),
            onError: () => notify.error("Failed to delete the review. Please try again."),
          })
        }
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
