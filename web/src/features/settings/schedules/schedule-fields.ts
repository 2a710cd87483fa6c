import type { Agent } from "@stoa/contract/catalog";
import type { CreateScheduleRequest, Schedule } from "@stoa/contract/schedules";
import { getExampleInput, isComplete, type TypedInput, toInputData } from "../../../lib/input-fields.ts";
import { readLimit, toLimitText } from "../keys/read-limit.ts";

/** A schedule as form values, without the agent's input. */
export interface ScheduleFields {
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly monthlyCap: string;
  readonly maxCost: string;
}

/** The most common times; any other cron expression can be typed. */
export const CRON_CHOICES = [
  { value: "0 9 * * MON-FRI", label: "On weekdays at 9:00" },
  { value: "0 9 * * *", label: "Every day at 9:00" },
  { value: "0 * * * *", label: "Every hour" },
  { value: "0 9 * * MON", label: "On Mondays at 9:00" },
  { value: "0 9 1 * *", label: "On the first of each month at 9:00" },
] as const;

/** Describes a cron expression in words if it is one of the choices, otherwise returns it unchanged. */
export function describeCron(cron: string): string {
  return CRON_CHOICES.find(({ value }) => value === cron)?.label ?? cron;
}

/** Returns the initial values of the form. */
export function toScheduleFields(schedule: Schedule | undefined, timeZone: string): ScheduleFields {
  return {
    name: schedule?.name ?? "",
    cron: schedule?.cron ?? CRON_CHOICES[0].value,
    timeZone: schedule?.time_zone ?? timeZone,
    monthlyCap: schedule ? String(schedule.monthly_cap) : "1",
    maxCost: toLimitText(schedule?.max_cost),
  };
}

/** Returns the form's initial input: the schedule's input, otherwise the agent's example. */
export function readInput(
  agent: Pick<Agent, "input_params" | "examples">,
  schedule: Schedule | undefined,
): TypedInput {
  return getExampleInput(schedule ? { ...agent, examples: [schedule.input_data] } : agent);
}

/** Returns the error of a monthly limit that is not above 0, or undefined if it is valid. */
export function findCapProblem(typed: string): string | undefined {
  const cap = readLimit(typed);
  return cap === undefined || cap === null || cap <= 0 ? "Please enter an amount above 0 USD" : undefined;
}

/** Returns the form as a request; `undefined` if a value is missing or invalid. */
export function createScheduleRequest(
  fields: ScheduleFields,
  agent: Pick<Agent, "id" | "input_params">,
  input: TypedInput,
): CreateScheduleRequest | undefined {
  const [name, cron] = [fields.name.trim(), fields.cron.trim()];
  const maxCost = readLimit(fields.maxCost);
  const isWhole = name !== "" && cron !== "" && findCapProblem(fields.monthlyCap) === undefined;
  if (!isWhole || maxCost === undefined || !isComplete(agent.input_params, input)) return undefined;
  return {
    name,
    agent_id: agent.id,
    input_data: toInputData(agent.input_params, input),
    cron,
    time_zone: fields.timeZone,
    monthly_cap: Number(fields.monthlyCap),
    ...(maxCost !== null && { max_cost: maxCost }),
  };
}
