import { formatBytes } from "@stoa/contract";
import { readUserRecord, type UserRecord } from "../../modules/operator/index.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { getOnlyArgument } from "./arguments.ts";
import { formatCount, formatMoment, formatUsd, renderTable } from "./output-format.ts";

export const showUser: AdminCommand = {
  name: "show-user",
  takes: "<username>",
  summary: "show the record of a user, without anything they wrote",
  explains: "Specify the user by username, email address, or the ID of the user or their account.",
  async run({ db }, given) {
    const name = getOnlyArgument(given, "user");
    const user = await readUserRecord(db, name);
    if (!user) throw new OperatorError(`There is no user "${name}".`);
    return { lines: [user.username, ...renderTable(toRows(user))], data: user };
  },
};

function toRows(user: UserRecord): [string, string | undefined][] {
  return [
    ["state", getState(user)],
    ["role", user.isOperator ? "operator" : undefined],
    ["e-mail", user.email ?? undefined],
    ["user, account", `${user.userId}, ${user.accountId}`],
    ["since", formatMoment(user.createdAt)],
    ["plan", user.plan],
    ["balance", `${formatUsd(user.balance)}, ${formatUsd(user.held)} of it held by active runs`],
    ["spent, earned", `${formatUsd(user.spent)}, ${formatUsd(user.earned)}`],
    ["agents", String(user.agents)],
    ["files", describeFiles(user)],
    ["runs in 30 days", `${user.runs}, ${user.failedRuns} failed, for ${formatUsd(user.costOfRuns)}`],
    ["active runs", String(user.liveRuns)],
    ["sessions, keys", `${user.sessions}, ${user.keys}${getLastUse(user)}`],
    ["audit log", `stoa admin audit --user ${user.username}`],
  ];
}

function describeFiles({ fileBytes, fileLimit }: UserRecord): string {
  const used = formatBytes(Number(fileBytes));
  return fileLimit === null ? used : `${used} of ${formatBytes(Number(fileLimit))}, set by an operator`;
}

function getState({ leftAt, suspendedAt, suspensionReason }: UserRecord): string {
  if (leftAt) return `left on ${formatMoment(leftAt)}`;
  return suspendedAt ? `suspended since ${formatMoment(suspendedAt)}: ${suspensionReason}` : "active";
}

function getLastUse({ keys, keyLastUsedAt }: UserRecord): string {
  if (keyLastUsedAt === null) return "";
  return `, ${formatCount(keys, "key").replace(/^\d+ /, "")} last used ${formatMoment(keyLastUsedAt)}`;
}
