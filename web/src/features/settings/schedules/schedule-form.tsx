import type { Agent } from "@stoa/contract/catalog";
import { SCHEDULE_LIMITS } from "@stoa/contract/schedule-texts";
import type { Schedule } from "@stoa/contract/schedules";
import { type SubmitEvent, useState } from "react";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Input } from "../../../components/input.tsx";
import { TryForm } from "../../../components/try-form.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { isComplete } from "../../../lib/input-fields.ts";
import { notify } from "../../../lib/notify.ts";
import { useCreateSchedule, useUpdateSchedule } from "../../../queries/schedules.ts";
import { LimitField } from "../keys/limit-field.tsx";
import {
  createScheduleRequest,
  findCapProblem,
  readInput,
  type ScheduleFields,
  toScheduleFields,
} from "./schedule-fields.ts";
import { TimeFields } from "./time-fields.tsx";

interface ScheduleFormProps {
  readonly formId: string;
  readonly agent: Agent;
  readonly edited: Schedule | undefined;
  readonly onBusy: (busy: boolean) => void;
  readonly onSaved: () => void;
}

/** Edits when the agent runs, its input, and its cost limits. */
export function ScheduleForm({ formId, agent, edited, onBusy, onSaved }: ScheduleFormProps) {
  const create = useCreateSchedule();
  const update = useUpdateSchedule(edited?.id ?? "");
  const [fields, setFields] = useState<ScheduleFields>(() =>
    toScheduleFields(edited, Intl.DateTimeFormat().resolvedOptions().timeZone),
  );
  const [input, setInput] = useState(() => readInput(agent, edited));
  const [checked, setChecked] = useState(false);
  const set = (part: Partial<ScheduleFields>) => setFields({ ...fields, ...part });
  const failure = edited ? update.error : create.error;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    const request = createScheduleRequest(fields, agent, input);
    if (request === undefined) return;
    onBusy(true);
    const after = {
      onSuccess: () => {
        void notify.success(`${request.name} saved`);
        onSaved();
      },
      onSettled: () => onBusy(false),
    };
    if (!edited) return create.mutate(request, after);
    const { agent_id: _, ...changed } = request;
    update.mutate({ ...changed, max_cost: request.max_cost ?? null }, after);
  };

  return (
    <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Name" error={checked && fields.name.trim() === "" ? "A name is required" : undefined}>
        {(control) => (
          <Input
            {...control}
            maxLength={SCHEDULE_LIMITS.nameMaxLength}
            value={fields.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <TryForm
        params={agent.input_params}
        input={input}
        disabled={false}
        onChange={(name, value) => setInput((now) => ({ ...now, [name]: value }))}
      />
      {checked && !isComplete(agent.input_params, input) && (
        <FormFailure text="Please fill in the required inputs" />
      )}
      <TimeFields fields={fields} onChange={set} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Monthly limit (UTC)"
          aside="USD"
          hint="Total for all its runs"
          error={checked ? findCapProblem(fields.monthlyCap) : undefined}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={fields.monthlyCap}
              onChange={(event) => set({ monthlyCap: event.target.value })}
            />
          )}
        </Field>
        <LimitField
          label="Limit per run"
          hint="The agent's own limit also applies"
          placeholder="Your limit per run"
          value={fields.maxCost}
          checked={checked}
          onChange={(maxCost) => set({ maxCost })}
        />
      </div>
      {failure !== null && <FormFailure text={getServerDetail(failure) ?? "Failed to save the schedule"} />}
    </form>
  );
}
