import { recordInAuditLog } from "../../platform/audit/audit-log.ts";
import type { Database } from "../../platform/db/database.ts";
import { generateId } from "../../platform/db/new-id.ts";
import type { Notify } from "../../platform/events/notify.ts";
import type { Ledger } from "../ledger/index.ts";
import { findOwner } from "./account-owner-store.ts";

interface CreditGrant {
  /** The name or the email address of a user. */
  to: string;
  /** The amount in nano-USD. */
  amount: bigint;
  /** When the credits expire. Promo credits are spent before paid credits. */
  expiresAt?: Date;
  actor: string;
  reason: string;
}

/** Grants promo credits on behalf of an operator, at the platform's expense. */
export class CreditGrants {
  readonly #db: Database;
  readonly #ledger: Ledger;
  readonly #notify: Notify;

  constructor(options: { db: Database; ledger: Ledger; notify: Notify }) {
    this.#db = options.db;
    this.#ledger = options.ledger;
    this.#notify = options.notify;
  }

  /**
   * Grants credits. A second call with the same amount grants them again. Returns the recipient and their new balance,
   * or `undefined` if no user has this name or email address.
   */
  give(grant: CreditGrant): Promise<{ username: string; balance: bigint } | undefined> {
    const { to, amount, expiresAt, actor, reason } = grant;
    return this.#db.transaction().execute(async (tx) => {
      const owner = await findOwner(tx, to);
      if (!owner) return undefined;
      const { accountId, username } = owner;
      const period = await generateId(tx, "grt");
      const until = expiresAt === undefined ? {} : { expiresAt };
      await this.#ledger.grant(tx, {
        accountId,
        kind: "operator",
        period,
        amount,
        source: "promo",
        ...until,
      });
      const { balance } = await this.#ledger.readBalance(tx, accountId);
      await recordInAuditLog(tx, {
        actor,
        action: "account.grant_credits",
        subject: accountId,
        reason,
        before: { balance_nano: String(balance - amount) },
        after: { balance_nano: String(balance) },
        details: { grant: period, amount_nano: String(amount), ...getExpiryDetails(expiresAt) },
      });
      const expires_on = expiresAt?.toISOString().slice(0, 10) ?? null;
      await this.#notify(tx, {
        accountId,
        kind: "credits_granted",
        facts: { amount: String(amount), expires_on },
        occasion: `grant:${period}`,
      });
      return { username, balance };
    });
  }
}

function getExpiryDetails(expiresAt: Date | undefined): Record<string, string> {
  return expiresAt === undefined ? {} : { expires_at: expiresAt.toISOString() };
}
