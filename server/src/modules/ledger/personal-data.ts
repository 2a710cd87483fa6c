import { sql } from "kysely";
import type { PersonalData } from "../../platform/personal-data/personal-data.ts";

/** Spending limits are deleted. Transfers, wallets and lots are books and stay. */
export const personalData: PersonalData = {
  async erase(tx, { accountId }) {
    await sql`DELETE FROM spending_limits WHERE account_id = ${accountId}`.execute(tx);
    await sql`DELETE FROM spending_days WHERE account_id = ${accountId}`.execute(tx);
  },
};
