import type { Agent } from "@stoa/contract/catalog";
import type { RunRequest } from "@stoa/contract/runs";
import { SCHEDULE_LIMITS } from "@stoa/contract/schedule-texts";
import type { Schedule } from "@stoa/contract/schedules";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { Input } from "../../components/input.tsx";
import { Select } from "../../components/select.tsx";
import { formatUsdFull } from "../../lib/format.ts";
import { serverDetail } from "../../lib/http-error.ts";
import { useEstimate } from "../../queries/runs.ts";
import { useCreateSchedule } from "../../queries/schedules.ts";

/** The frequencies in words; the last one lets the user type the cron expression. */
const CRON_CHOICES = [
  { value: "0 9 * * *", label: "Every day at 9:00" },
  { value: "0 9 * * MON-FRI", label: "Every weekday at 9:00" },
  { value: "0 9 * * MON", label: "Every Monday at 9:00" },
  { value: "0 9 1 * *", label: "On the first of each month at 9:00" },
  { value: "0 * * * *", label: "Every hour" },
  { value: "", label: "Another cron expression" },
] as const;

interface ScheduleFormProps {
  readonly agent: Pick<Agent, "name">;
  readonly request: RunRequest;
  readonly onMade: (schedule: Schedule) => void;
}

/** Shows when the agent runs, and how much its runs may cost together per month. */
export function ScheduleForm({ agent, request, onMade }: ScheduleFormProps) {
  const [name, setName] = useState(agent.name.slice(0, SCHEDULE_LIMITS.nameMaxLength));
  const [choice, setChoice] = useState<string>(CRON_CHOICES[0].value);
  const [expression, setExpression] = useState("");
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [cap, setCap] = useState("1");
  const create = useCreateSchedule();
  const estimate = useEstimate(request);
  const cron = choice === "" ? expression.trim() : choice;
  const monthlyCap = Number(cap);
  const ready = name.trim() !== "" && cron !== "" && zone.trim() !== "" && monthlyCap > 0;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!ready) return;
    create.mutate(
      { ...request, name: name.trim(), cron, time_zone: zone.trim(), monthly_cap: monthlyCap },
      { onSuccess: onMade },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <Field label="Name">
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={SCHEDULE_LIMITS.nameMaxLength}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="When">
          {(control) => (
            <Select
              {...control}
              value={choice}
              options={CRON_CHOICES}
              onChange={(event) => setChoice(event.target.value)}
            />
          )}
        </Field>
        <Field label="Time zone">
          {(control) => (
            <Input
              {...control}
              value={zone}
              autoComplete="off"
              spellCheck={false}
              maxLength={SCHEDULE_LIMITS.timeZoneMaxLength}
              onChange={(event) => setZone(event.target.value)}
            />
          )}
        </Field>
      </div>
      {choice === "" && (
        <Field
          label="Cron expression"
          hint={`Minute, hour, day of the month, month, day of the week; at least ${SCHEDULE_LIMITS.shortestMinutes} minutes apart.`}
        >
          {(control) => (
            <Input
              {...control}
              value={expression}
              placeholder="30 7 * * MON,THU"
              autoComplete="off"
              spellCheck={false}
              maxLength={SCHEDULE_LIMITS.cronMaxLength}
              onChange={(event) => setExpression(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field
        label="Maximum per month"
        aside="USD"
        hint={
          estimate.data &&
          `One run costs at most ${formatUsdFull(estimate.data.max_cost)}.${estimate.data.max_cost_set_by === "account" ? " That is your limit per run. To allow more, close this dialog and fill in Spend at most." : ""}`
        }
      >
        {(control) => (
          <Input
            {...control}
            value={cap}
            inputMode="decimal"
            autoComplete="off"
            onChange={(event) => setCap(event.target.value)}
          />
        )}
      </Field>
      {create.isError && (
        <FormFailure
          text={serverDetail(create.error) ?? "Failed to create the schedule. Please try again."}
        />
      )}
      <Button type="submit" variant="signal" size="lg" busy={create.isPending} disabled={!ready}>
        Schedule
      </Button>
    </form>
  );
}
