import { LIMITS } from "@stoa/contract/limits";
import { type Review, ReviewRequest } from "@stoa/contract/reviews";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Textarea } from "../../../components/textarea.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { useWriteReview } from "../../../queries/reviews.ts";
import { RatingChoice } from "./rating-choice.tsx";

interface ReviewFormProps {
  readonly agentId: number;
  /** The review to change; `null` for a new one. */
  readonly review: Review | null;
  readonly onDone: () => void;
}

interface Problems {
  readonly rating?: string;
  readonly text?: string;
}

export function ReviewForm({ agentId, review, onDone }: ReviewFormProps) {
  const [rating, setRating] = useState<number | null>(review?.rating ?? null);
  const [text, setText] = useState(review?.text ?? "");
  const [problems, setProblems] = useState<Problems>({});
  const write = useWriteReview(agentId);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const read = ReviewRequest.safeParse({ rating, text });
    if (read.success) return write.mutate(read.data, { onSuccess: onDone });
    const findFirstMessage = (field: string) =>
      read.error.issues.find(({ path }) => path[0] === field)?.message;
    const [badRating, badText] = [findFirstMessage("rating"), findFirstMessage("text")];
    setProblems({
      ...(badRating !== undefined && { rating: badRating }),
      ...(badText !== undefined && { text: badText }),
    });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <RatingChoice
        rating={rating}
        error={problems.rating}
        onChange={(next) => {
          setRating(next);
          setProblems({});
        }}
      />
      <Field
        label="Your review"
        hint="Plain text, published under your username. Say what worked well and what did not."
        error={problems.text}
        aside={`${text.length} / ${LIMITS.reviewMaxLength}`}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            maxLength={LIMITS.reviewMaxLength}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setProblems({});
            }}
          />
        )}
      </Field>
      {write.isError && (
        <FormFailure text={getServerDetail(write.error) ?? "Failed to save the review. Please try again."} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={write.isPending}>
          {review === null ? "Publish review" : "Save review"}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
