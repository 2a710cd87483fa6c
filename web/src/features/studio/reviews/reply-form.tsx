import { LIMITS } from "@stoa/contract/limits";
import { type Review, ReviewReplyRequest } from "@stoa/contract/reviews";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Textarea } from "../../../components/textarea.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { useReply } from "../../../queries/reviews.ts";

interface ReplyFormProps {
  readonly agentId: number;
  readonly review: Review;
  readonly onDone: () => void;
}

/** Writes or changes a reply, which is as public as its review. */
export function ReplyForm({ agentId, review, onDone }: ReplyFormProps) {
  const [text, setText] = useState(review.reply?.text ?? "");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const reply = useReply(agentId, review.id);

  function send(event: SubmitEvent): void {
    event.preventDefault();
    const read = ReviewReplyRequest.safeParse({ text });
    setProblem(read.success ? undefined : read.error.issues[0]?.message);
    if (read.success) reply.mutate(read.data.text, { onSuccess: onDone });
  }

  return (
    <form onSubmit={send} noValidate className="grid gap-3">
      <Field
        label={`Your reply to ${review.username}`}
        hint="Plain text. Your reply is public."
        error={problem}
        aside={`${text.length} / ${LIMITS.reviewMaxLength}`}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={LIMITS.reviewMaxLength}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(undefined);
            }}
          />
        )}
      </Field>
      {reply.isError && <FormFailure text={getServerDetail(reply.error) ?? "Failed to send the reply"} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={reply.isPending}>
          Publish reply
        </Button>
        <Button variant="ghost" size="sm" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
