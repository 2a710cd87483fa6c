import { SCHEDULE_LIMITS } from "@stoa/contract/schedule-texts";
import { Field } from "../../../components/field.tsx";
import { Input } from "../../../components/input.tsx";
import { Select } from "../../../components/select.tsx";
import { CRON_CHOICES, type ScheduleFields } from "./schedule-fields.ts";

const OWN = "own";
const CHOICES = [...CRON_CHOICES, { value: OWN, label: "Custom (cron)" }];

interface TimeFieldsProps {
  readonly fields: ScheduleFields;
  readonly onChange: (part: Partial<ScheduleFields>) => void;
}

/** Edits when a schedule runs: a common time or a cron expression, in a time zone. */
export function TimeFields({ fields, onChange }: TimeFieldsProps) {
  const chosen = CRON_CHOICES.find(({ value }) => value === fields.cron)?.value ?? OWN;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="When">
          {(control) => (
            <Select
              {...control}
              value={chosen}
              options={CHOICES}
              onChange={(event) => onChange({ cron: event.target.value === OWN ? "" : event.target.value })}
            />
          )}
        </Field>
        <Field label="Time zone">
          {(control) => (
            <Select
              {...control}
              value={fields.timeZone}
              options={listZones(fields.timeZone)}
              onChange={(event) => onChange({ timeZone: event.target.value })}
            />
          )}
        </Field>
      </div>
      {chosen === OWN && (
        <Field
          label="Cron expression"
          hint={`Minute, hour, day of the month, month, day of the week; at least ${SCHEDULE_LIMITS.shortestMinutes} minutes apart`}
        >
          {(control) => (
            <Input
              {...control}
              className="mono text-14"
              placeholder="30 7 * * MON,THU"
              maxLength={SCHEDULE_LIMITS.cronMaxLength}
              value={fields.cron}
              onChange={(event) => onChange({ cron: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}

function listZones(zone: string) {
  const known = new Set(["UTC", zone, ...Intl.supportedValuesOf("timeZone")]);
  return [...known].map((value) => ({ value, label: value.replaceAll("_", " ") }));
}
