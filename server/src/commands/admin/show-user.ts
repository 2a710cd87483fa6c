import { readUserRecord, type UserRecord } from "../../modules/operator/index.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { onlyWord } from "./arguments.ts";
import { count, moment, table, usd } from "./words.ts";

export const showUser: AdminCommand = {
  name: "show-user",
  takes: "<username>",
  summary: "what is known of a user, without anything they wrote",
  explains: "Named by username, e-mail address, or the id of the user or their account.",
  async run({ db }, given) {
    const name = onlyWord(given, "user");
    const user = await readUserRecord(db, name);
    if (!user) throw new OperatorError(`There is no user "${name}".`);
    return { lines: [user.username, ...table(rowsOf(user))], data: user };
  },
};

function rowsOf(user: UserRecord): [string, string | undefined][] {
  return [
    ["state", stateOf(user)],
    ["role", user.isOperator ? "operator" : undefined],
    ["e-mail", user.email ?? undefined],
    ["user, account", `${user.userId}, ${user.accountId}`],
    ["since", moment(user.createdAt)],
    ["plan", user.plan],
    ["balance", `${usd(user.balance)}, ${usd(user.held)} of it held by live runs`],
    ["spent, earned", `${usd(user.spent)}, ${usd(user.earned)}`],
    ["agents", String(user.agents)],
    ["runs in 30 days", `${user.runs}, ${user.failedRuns} failed, for ${usd(user.costOfRuns)}`],
    ["live runs", String(user.liveRuns)],
    ["sessions, keys", `${user.sessions}, ${user.keys}${lastUse(user)}`],
    ["audit log", `stoa admin audit --user ${user.username}`],
  ];
}

function stateOf({ leftAt, suspendedAt, suspensionReason }: UserRecord): string {
  if (leftAt) return `left on ${moment(leftAt)}`;
  return suspendedAt ? `suspended since ${moment(suspendedAt)}: ${suspensionReason}` : "active";
}

function lastUse({ keys, keyLastUsedAt }: UserRecord): string {
  if (keyLastUsedAt === null) return "";
  return `, ${count(keys, "key").replace(/^\d+ /, "")} last used ${moment(keyLastUsedAt)}`;
}
