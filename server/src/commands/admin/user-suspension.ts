import { UserModeration } from "../../modules/accounts/index.ts";
import { followSuspensions } from "../../modules/catalog/index.ts";
import { readUserRecord } from "../../modules/operator/index.ts";
import type { Database } from "../../platform/db/database.ts";
import { EventBus } from "../../platform/events/event-bus.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { onlyWord, optionalReason, requiredReason } from "./arguments.ts";
import { count } from "./words.ts";

export const suspendUser: AdminCommand = {
  name: "suspend-user",
  takes: "<username> --reason <why>",
  summary: "let somebody in no more, and stop what is theirs",
  explains:
    "They cannot sign in, and their sessions and keys are refused on every node within five seconds (403 `account_suspended`, with your reason). Their live runs are cancelled and cost what was metered; their agents are taken off the marketplace, runs of these stop and cost their callers nothing. Schedules and webhooks rest. The balance stays.",
  options: { reason: { value: "<why>", says: "told to them, and for the audit log" } },
  asks: true,
  async run({ db, actor, confirm }, given) {
    const name = onlyWord(given, "user");
    const reason = requiredReason(given);
    const person = await readUserRecord(db, name);
    if (!person || person.leftAt) throw new OperatorError(`There is no user "${name}".`);
    const { username, liveRuns, agents } = person;
    await confirm(
      `Suspend ${username}? ${count(liveRuns, "live run")} of theirs and ${count(agents, "agent")} are stopped.`,
    );
    const change = await moderationOf(db).suspend(username, actor, reason);
    if (!change) throw new OperatorError(`There is no user "${name}" any more.`);
    const line = change.changed
      ? `${username} is suspended. They are refused everywhere within five seconds.`
      : `${username} was suspended already: ${person.suspensionReason}`;
    return { lines: [line], data: { username, suspended: true, changed: change.changed } };
  },
};

export const restoreUser: AdminCommand = {
  name: "restore-user",
  takes: "<username>",
  summary: "let a suspended user in again",
  explains:
    "All is as it was: sessions and keys that have not ended meanwhile are good again, agents are listed as their owner has them.",
  options: { reason: { value: "<why>", says: "for the audit log" } },
  async run({ db, actor }, given) {
    const name = onlyWord(given, "user");
    const person = await readUserRecord(db, name);
    const change = person && (await moderationOf(db).restore(person.username, actor, optionalReason(given)));
    if (!change) throw new OperatorError(`There is no user "${name}".`);
    const { username, changed } = change;
    const line = changed ? `${username} is not suspended any more.` : `${username} was not suspended.`;
    return { lines: [line], data: { username, suspended: false, changed } };
  },
};

function moderationOf(db: Database): UserModeration {
  const events = new EventBus();
  followSuspensions(events);
  return new UserModeration(db, events);
}
