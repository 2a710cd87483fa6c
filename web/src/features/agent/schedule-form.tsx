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
import { getServerDetail } from "../../lib/http-error.ts";
import { useEstimate } from "../../queries/runs.ts";
import { useCreateSchedule } from "../../queries/schedules.ts";

interface CronChoice {
  readonly value: string;
  readonly label: string;
}

/** The frequencies in words; the last choice lets the user type a cron expression. */
const CRON_CHOICES: readonly [CronChoice, ...CronChoice[]] = [
  { value: "0 9 * * *", label: "Every day at 9:00" },
  { value: "0 9 * * MON-FRI", label: "Every weekday at 9:00" },
  { value: "0 9 * * MON", label: "Every Monday at 9:00" },
  { value: "0 9 1 * *", label: "On the first of each month at 9:00" },
  { value: "0 * * * *", label: "Every hour" },
  { value: "", label: "Another cron expression" },
];

interface ScheduleFormProps {
  readonly agent: Pick<Agent, "name">;
  readonly request: RunRequest;
  readonly onCreated: (schedule: Schedule) => void;
}

/** Manages what the user has entered for a new schedule, and its submission. */
function useScheduleForm({ agent, request, onCreated }: ScheduleFormProps) {
  const [fields, setFields] = useState(() => ({
    name: agent.name.slice(0, SCHEDULE_LIMITS.nameMaxLength),
    choice: CRON_CHOICES[0].value,
    expression: "",
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    cap: "1",
  }));
  const create = useCreateSchedule();
  const name = fields.name.trim();
  const zone = fields.zone.trim();
  const cron = fields.choice === "" ? fields.expression.trim() : fields.choice;
  const monthlyCap = Number(fields.cap);
  const isReady = name !== "" && cron !== "" && zone !== "" && monthlyCap > 0;
  return {
    fields,
    isReady,
    create,
    set: (part: Partial<typeof fields>) => setFields((now) => ({ ...now, ...part })),
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      if (!isReady) return;
      create.mutate(
        { ...request, name, cron, time_zone: zone, monthly_cap: monthlyCap },
        { onSuccess: onCreated },
      );
    },
  };
}

interface TextFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TimeZoneField({ value, onChange }: TextFieldProps) {
  return (
    <Field label="Time zone">
      {(control) => (
        <Input
          {...control}
          value={value}
          autoComplete="off"
          spellCheck={false}
          maxLength={SCHEDULE_LIMITS.timeZoneMaxLength}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

function CronField({ value, onChange }: TextFieldProps) {
  return (
    <Field
      label="Cron expression"
      hint={`Minute, hour, day of the month, month, day of the week; at least ${SCHEDULE_LIMITS.shortestMinutes} minutes apart.`}
    >
      {(control) => (
        <Input
          {...control}
          value={value}
          placeholder="30 7 * * MON,THU"
          autoComplete="off"
          spellCheck={false}
          maxLength={SCHEDULE_LIMITS.cronMaxLength}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Edits the maximum cost per month, next to the maximum cost of one run. */
function MonthlyCapField({ request, value, onChange }: TextFieldProps & Pick<ScheduleFormProps, "request">) {
  const estimate = useEstimate(request);
  return (
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
          value={value}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Edits when the agent runs, and the maximum cost of its runs per month. */
export function ScheduleForm({ agent, request, onCreated }: ScheduleFormProps) {
  const { fields, set, isReady, create, submit } = useScheduleForm({ agent, request, onCreated });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <Field label="Name">
        {(control) => (
          <Input
            {...control}
            value={fields.name}
            maxLength={SCHEDULE_LIMITS.nameMaxLength}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="When">
          {(control) => (
            <Select
              {...control}
              value={fields.choice}
              options={CRON_CHOICES}
              onChange={(event) => set({ choice: event.target.value })}
            />
          )}
        </Field>
        <TimeZoneField value={fields.zone} onChange={(zone) => set({ zone })} />
      </div>
      {fields.choice === "" && (
        <CronField value={fields.expression} onChange={(expression) => set({ expression })} />
      )}
      <MonthlyCapField request={request} value={fields.cap} onChange={(cap) => set({ cap })} />
      {create.isError && (
        <FormFailure
          text={getServerDetail(create.error) ?? "Failed to create the schedule. Please try again."}
        />
      )}
      <Button type="submit" variant="signal" size="lg" busy={create.isPending} disabled={!isReady}>
        Schedule
      </Button>
    </form>
  );
}
