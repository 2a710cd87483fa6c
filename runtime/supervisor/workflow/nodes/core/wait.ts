import { DateTime } from "luxon";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { convert } from "./conditions/field-type.ts";
import { passedOn } from "./pass-on.ts";

/** Waits for a while, or until a time, within the time that the run has. */
export const WAIT_NODE: NodeType = {
  types: ["n8n-nodes-base.wait"],
  versions: [1, 1.1],
  unsupported: whyNot,
  async execute(context) {
    await context.sleep(duration(context));
    return [context.items.map((item, index) => passedOn(item, index))];
  },
};

const UNITS: Readonly<Record<string, number>> = {
  seconds: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
};

function whyNot({ parameters }: WorkflowNode): string | undefined {
  const resume = parameters.resume ?? "timeInterval";
  if (resume === "timeInterval" || resume === "specificTime" || parameters.limitWaitTime === true)
    return undefined;
  return `it waits for ${resume === "form" ? "a form" : "a call"} from outside: a run here takes its input when it begins, and goes on only after a time`;
}

function duration(context: NodeContext): number {
  const resume = context.text("resume", 0, "timeInterval");
  if (resume === "timeInterval") {
    const isFirst = context.node.version < 1.1;
    return interval(context, "amount", isFirst ? 1 : 5, "unit", isFirst ? "hours" : "seconds");
  }
  if (resume === "specificTime") return until(context, "dateTime");
  return context.text("limitType", 0, "afterTimeInterval") === "atSpecifiedTime"
    ? until(context, "maxDateAndTime")
    : interval(context, "resumeAmount", 1, "resumeUnit", "hours");
}

function interval(
  context: NodeContext,
  field: string,
  amount: number,
  unitField: string,
  fallback: string,
): number {
  const unit = context.text(unitField, 0, fallback);
  const ms = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  if (ms === undefined)
    throw context.failure("Invalid wait unit. Valid units are 'seconds', 'minutes', 'hours', or 'days'.", {
      field: unitField,
    });
  const count = context.number(field, 0, amount);
  if (count < 0)
    throw context.failure("Invalid wait amount. Please enter a number that is 0 or greater.", { field });
  return count * ms;
}

/** A time without a zone is in the workflow's. What has passed is not waited for. */
function until(context: NodeContext, field: string): number {
  const text = context.text(field, 0);
  const local = DateTime.fromISO(text, { zone: context.workflow.timezone });
  const converted = local.isValid ? undefined : convert(text, "dateTime");
  const instant = local.isValid ? local.toMillis() : converted?.fits ? converted.value : undefined;
  if (typeof instant !== "number") throw context.failure(`'${text}' is not a date and time`, { field });
  return Math.max(0, instant - Date.now());
}
