import type { SpendingLimits } from "@stoa/contract/keys";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Input } from "../../../components/input.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useSpendingLimits, useUpdateSpendingLimits } from "../../../queries/spending-limits.ts";
import { LimitField } from "./limit-field.tsx";
import {
  formatSpending,
  readLimit,
  readUnconfirmed,
  toLimitText,
  UNCONFIRMED_PROBLEM,
} from "./read-limit.ts";

export function SpendingLimitsForm() {
  const limits = useSpendingLimits();
  if (!limits.data)
    return limits.isError ? (
      <ErrorState title="Failed to load the spending limits" onRetry={() => limits.refetch()} />
    ) : (
      <Skeleton className="h-28 w-full" />
    );
  return <Form limits={limits.data} />;
}

function Form({ limits }: { readonly limits: SpendingLimits }) {
  const update = useUpdateSpendingLimits();
  const [perRun, setPerRun] = useState(toLimitText(limits.limit_per_run));
  const [perDay, setPerDay] = useState(toLimitText(limits.limit_per_day));
  const [askAbove, setAskAbove] = useState(String(limits.unconfirmed_run_limit));
  const [checked, setChecked] = useState(false);
  const [run, day] = [readLimit(perRun), readLimit(perDay)];
  const unconfirmed = readUnconfirmed(askAbove);
  const isSame =
    run === limits.limit_per_run &&
    day === limits.limit_per_day &&
    unconfirmed === limits.unconfirmed_run_limit;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (run === undefined || day === undefined || unconfirmed === undefined) return;
    update.mutate(
      { limit_per_run: run, limit_per_day: day, unconfirmed_run_limit: unconfirmed },
      { onSuccess: () => notify.success("Spending limits saved") },
    );
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <LimitField label="One run" value={perRun} checked={checked} onChange={setPerRun} />
        <LimitField label="A day (UTC)" value={perDay} checked={checked} onChange={setPerDay} />
      </div>
      <Field
        label="Ask me before a run that may cost more than"
        aside="USD"
        hint="Runs started by an API key or a schedule stop at this amount unless they have a higher max_cost."
        error={checked && unconfirmed === undefined ? UNCONFIRMED_PROBLEM : undefined}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={askAbove}
            onChange={(event) => setAskAbove(event.target.value)}
          />
        )}
      </Field>
      {update.isError && (
        <FormFailure text={getServerDetail(update.error) ?? "Failed to save the spending limits"} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-14 text-ink-2">
          Spent today:{" "}
          <span className="mono text-12">{formatSpending(limits.spent_today, limits.limit_per_day)}</span>
        </p>
        <Button type="submit" busy={update.isPending} disabled={isSame}>
          Save
        </Button>
      </div>
    </form>
  );
}
