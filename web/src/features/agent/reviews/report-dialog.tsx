import { LIMITS } from "@stoa/contract/limits";
import { type Review, ReviewReportRequest } from "@stoa/contract/reviews";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Textarea } from "../../../components/textarea.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useReportReview } from "../../../queries/reviews.ts";

interface ReportDialogProps {
  readonly review: Review;
  readonly onClose: () => void;
}

/** Reports a review to the operators of this server. */
export function ReportDialog({ review, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const report = useReportReview(review.agent_id, review.id);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const read = ReviewReportRequest.safeParse({ reason });
    setProblem(read.success ? undefined : read.error.issues[0]?.message);
    if (!read.success) return;
    report.mutate(read.data.reason, {
      onSuccess: () => {
        void notify.success("Thanks, a moderator will review it.");
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Report the review of ${review.username}`}
      description="A moderator reads your report and decides. You can report a review once."
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field label="Reason" error={problem} aside={`${reason.length} / ${LIMITS.reportReasonMaxLength}`}>
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              maxLength={LIMITS.reportReasonMaxLength}
              value={reason}
              onChange={(event) => {
                setReason(event.target.value);
                setProblem(undefined);
              }}
            />
          )}
        </Field>
        {report.isError && (
          <FormFailure
            text={getServerDetail(report.error) ?? "Failed to report the review. Please try again."}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={report.isPending}>
            Report
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
