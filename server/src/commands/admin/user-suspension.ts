import { UserModeration } from "../../modules/accounts/index.ts";
import { followSuspensions } from "../../modules/catalog/index.ts";
import { readUserRecord } from "../../modules/operator/index.ts";
import type { Database } from "../../platform/db/database.ts";
import { EventBus } from "../../platform/events/event-bus.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { getOnlyArgument, getReason, requireReason } from "./arguments.ts";
import { formatCount } from "./output-format.ts";

export const suspendUser: AdminCommand = {
  name: "suspend-user",
  takes: "<username> --reason <why>",
  summary: "suspend a user and stop their runs and agents",
  explains:
    "The user cannot sign in, and their sessions and keys are refused on every node within five seconds (403 `account_suspended`, with your reason). Their active runs are canceled and cost what was metered. Their agents leave the marketplace; runs of these agents stop, free of charge. Schedules and webhooks are paused. The balance is kept.",
  options: { reason: { value: "<why>", says: "sent to the user and written to the audit log" } },
  asks: true,
  async run({ db, actor, confirm }, given) {
    const name = getOnlyArgument(given, "user");
    const reason = requireReason(given);
    const person = await readUserRecord(db, name);
    if (!person || person.leftAt) throw new OperatorError(`There is no user "${name}".`);
    const { username, liveRuns, agents } = person;
    await confirm(
      `Suspend ${username}? This stops ${formatCount(liveRuns, "active run")} and ${formatCount(agents, "agent")}.`,
    );
    const change = await createModeration(db).suspend(username, actor, reason);
    if (!change) throw new OperatorError(`User "${name}" no longer exists.`);
    const line = change.changed
      ? `${username} is suspended. All nodes refuse them within five seconds.`
      : `${username} is already suspended: ${person.suspensionReason}`;
    return { lines: [line], data: { username, suspended: true, changed: change.changed } };
  },
};

export const restoreUser: AdminCommand = {
  name: "restore-user",
  takes: "<username>",
  summary: "lift the suspension of a user",
  explains:
    "Restores the previous state: sessions and keys that have not expired work again, and agents return to the state that their owner chose.",
  options: { reason: { value: "<why>", says: "written to the audit log" } },
  async run({ db, actor }, given) {
    const name = getOnlyArgument(given, "user");
    const person = await readUserRecord(db, name);
    const change = person && (await createModeration(db).restore(person.username, actor, getReason(given)));
    if (!change) throw new OperatorError(`There is no user "${name}".`);
    const { username, changed } = change;
    const line = changed ? `${username} is no longer suspended.` : `${username} was not suspended.`;
    return { lines: [line], data: { username, suspended: false, changed } };
  },
};

function createModeration(db: Database): UserModeration {
  const events = new EventBus();
  followSuspensions(events);
  return new UserModeration(db, events);
}
