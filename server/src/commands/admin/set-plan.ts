import { PlanType } from "@stoa/contract";
import { Plans } from "../../modules/accounts/index.ts";
import { followPlanChanges } from "../../modules/catalog/index.ts";
import { grantOnEvents, ledger } from "../../modules/ledger/index.ts";
import { notify } from "../../modules/notifications/index.ts";
import { EventBus } from "../../platform/events/event-bus.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";

const PLANS = PlanType.options.join("|");

export const setPlan: AdminCommand = {
  name: "set-plan",
  takes: `<username> <${PLANS}>`,
  summary: "change the plan of an account",
  explains:
    "The plan takes effect immediately: it sets the upload limit and the revenue share of new runs, and grants the credits of the month that begins now. Private agents of an account whose new plan has none become unlisted and inactive, and their owner is notified.",
  async run({ db, actor }, { words }) {
    const [username, planName] = words;
    const plan = PlanType.safeParse(planName);
    if (!username || !plan.success || words.length > 2)
      throw new OperatorError(`Usage: stoa admin set-plan <username> <${PLANS}>`);
    const events = new EventBus();
    grantOnEvents(events, ledger);
    followPlanChanges(events, notify);
    const changed = await new Plans(db, events).setPlan(username, plan.data, actor);
    if (!changed) throw new OperatorError(`There is no user "${username}".`);
    return { lines: [`${username} is on the ${plan.data} plan.`], data: { username, plan: plan.data } };
  },
};
