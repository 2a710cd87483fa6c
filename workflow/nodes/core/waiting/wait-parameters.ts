import { DateTime } from "luxon";
import type { NodeContext } from "../../../model/node-context.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import { convert } from "../conditions/field-type.ts";

/** Returns whether a Wait node waits for a call or a form, whose answer replaces its items. */
export function waitsForAnswer({ parameters: { resume } }: Pick<WorkflowNode, "parameters">): boolean {
  return resume === "webhook" || resume === "form";
}

const UNITS: Readonly<Record<string, number>> = {
  seconds: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
};

/** The parameters of a duration, with their defaults. */
interface IntervalFields {
  amount: { field: string; fallback: number };
  unit: { field: string; fallback: string };
}

/** Returns a duration in milliseconds. @throws NodeError if the amount or unit is invalid */
export function readInterval(context: NodeContext, { amount, unit }: IntervalFields): number {
  const name = context.text(unit.field, 0, unit.fallback);
  const ms = Object.hasOwn(UNITS, name) ? UNITS[name] : undefined;
  if (ms === undefined)
    throw context.failure("Invalid wait unit. Valid units are 'seconds', 'minutes', 'hours', or 'days'.", {
      field: unit.field,
    });
  const count = context.number(amount.field, 0, amount.fallback);
  if (count < 0)
    throw context.failure("Invalid wait amount. Please enter a number that is 0 or greater.", {
      field: amount.field,
    });
  return count * ms;
}

/**
 * Returns the milliseconds until a date, or 0 if the date has passed. A date without a time zone is in the workflow's
 * time zone.
 * @throws NodeError if the value is not a date
 */
export function getMsUntil(context: NodeContext, field: string): number {
  const text = context.text(field, 0);
  const local = DateTime.fromISO(text, { zone: context.workflow.timezone });
  const converted = local.isValid ? undefined : convert(text, "dateTime");
  const instant = local.isValid ? local.toMillis() : converted?.fits ? converted.value : undefined;
  if (typeof instant !== "number") throw context.failure(`'${text}' is not a valid date and time`, { field });
  return Math.max(0, instant - Date.now());
}

/**
 * Returns the maximum wait for an answer that the fields under `path` specify.
 * @throws NodeError if they are invalid
 */
export function readWaitLimit(
  context: NodeContext,
  path: string,
  standard: { amount: number; unit: string },
): number {
  if (context.text(`${path}limitType`, 0, "afterTimeInterval") === "atSpecifiedTime")
    return getMsUntil(context, `${path}maxDateAndTime`);
  return readInterval(context, {
    amount: { field: `${path}resumeAmount`, fallback: standard.amount },
    unit: { field: `${path}resumeUnit`, fallback: standard.unit },
  });
}
