import { ledger } from "../../modules/ledger/index.ts";
import { notify } from "../../modules/notifications/index.ts";
import { CreditGrants, findOwner } from "../../modules/operator/index.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { amountOf, endOfDay, requiredReason } from "./arguments.ts";
import { usd } from "./words.ts";

export const grantCredits: AdminCommand = {
  name: "grant-credits",
  takes: "<username> <usd> --reason <why>",
  summary: "give somebody credits",
  explains:
    "Promo credits, at the platform's expense: they are spent before what was paid for, and what developers earn of them can be spent here but not withdrawn. They are told, without the reason. Each call is another grant. Without --expires they stay.",
  options: {
    reason: { value: "<why>", says: "for the audit log" },
    expires: {
      value: "<day>",
      says: "the last day on which they are valid, as 2026-12-31 or 30d",
    },
  },
  asks: true,
  async run({ db, actor, confirm }, given) {
    const [to, amountWord] = given.words;
    if (!to || !amountWord || given.words.length > 2)
      throw new OperatorError(
        "Name the user and the amount in USD, as in: grant-credits ada 25 --reason ...",
      );
    const amount = amountOf(amountWord);
    const reason = requiredReason(given);
    const { expires } = given.options;
    const expiresAt = expires === undefined ? undefined : endOfDay(expires, new Date());
    const owner = await findOwner(db, to);
    if (!owner) throw new OperatorError(`There is no user "${to}".`);
    const until = expiresAt === undefined ? "" : `, good until ${expiresAt.toISOString().slice(0, 10)}`;
    await confirm(`Give ${owner.username} ${usd(amount)} of credits${until}?`);
    const grants = new CreditGrants({ db, ledger, notify });
    const made = await grants.give({ to, amount, actor, reason, ...(expiresAt && { expiresAt }) });
    if (!made) throw new OperatorError(`There is no user "${to}" any more.`);
    const { username, balance } = made;
    return {
      lines: [`${username} has ${usd(amount)} more${until}. Their balance is ${usd(balance)}.`],
      data: { username, granted: amount, balance, expires_at: expiresAt?.toISOString() ?? null },
    };
  },
};
