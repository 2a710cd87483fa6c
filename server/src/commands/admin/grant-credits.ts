import { ledger } from "../../modules/ledger/index.ts";
import { notify } from "../../modules/notifications/index.ts";
import { CreditGrants, findOwner } from "../../modules/operator/index.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { endOfDay, parseAmount, requireReason } from "./arguments.ts";
import { formatUsd } from "./output-format.ts";

export const grantCredits: AdminCommand = {
  name: "grant-credits",
  takes: "<username> <usd> --reason <why>",
  summary: "grant credits to a user",
  explains:
    "Grants promotional credits, which the platform pays for. They are spent before purchased credits. Developers can spend what they earn from them but cannot withdraw it. The user is notified, but does not see the reason. Each call makes a new grant. Without --expires, the credits never expire.",
  options: {
    reason: { value: "<why>", says: "written to the audit log" },
    expires: {
      value: "<day>",
      says: "last valid day, for example 2026-12-31 or 30d",
    },
  },
  asks: true,
  async run({ db, actor, confirm }, given) {
    const [to, amountWord] = given.words;
    if (!to || !amountWord || given.words.length > 2)
      throw new OperatorError(
        "Specify the user and the amount in USD, for example: stoa admin grant-credits ada 25 --reason ...",
      );
    const amount = parseAmount(amountWord);
    const reason = requireReason(given);
    const { expires } = given.options;
    const expiresAt = expires === undefined ? undefined : endOfDay(expires, new Date());
    const owner = await findOwner(db, to);
    if (!owner) throw new OperatorError(`There is no user "${to}".`);
    const until = expiresAt === undefined ? "" : `, valid until ${expiresAt.toISOString().slice(0, 10)}`;
    await confirm(`Grant ${owner.username} ${formatUsd(amount)} in credits${until}?`);
    const grants = new CreditGrants({ db, ledger, notify });
    const made = await grants.give({ to, amount, actor, reason, ...(expiresAt && { expiresAt }) });
    if (!made) throw new OperatorError(`User "${to}" no longer exists.`);
    const { username, balance } = made;
    return {
      lines: [`Granted ${formatUsd(amount)} to ${username}${until}. New balance: ${formatUsd(balance)}.`],
      data: { username, granted: amount, balance, expires_at: expiresAt?.toISOString() ?? null },
    };
  },
};
