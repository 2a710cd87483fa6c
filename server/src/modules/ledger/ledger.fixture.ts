import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterEach } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { expectBooksBalanced } from "../../../../tests/harness/ledger.ts";
import type { Database } from "../../platform/db/database.ts";
import { type HoldResult, ledger } from "./index.ts";
import {
  type FailedReceipt,
  type FailedSettlement,
  hold as placeHold,
  type Settlement,
  type SettlementReceipt,
  settleFailed as settleFailedHold,
  settle as settleHold,
} from "./settlement.fixture.ts";

export const USD = 1_000_000_000n;
export const AGENT = 12;

export const newRunId = () => `run_${randomBytes(16).toString("hex")}`;

/** Creates a database and a ledger for the test file, and audits the books after every test. */
export function useLedger() {
  const database = useTestDatabase();
  afterEach(() => expectBooksBalanced(database().db));
  return () => moneyIn(database().db);
}

/** Creates helpers that set up wallets and runs in one line each. */
export function moneyIn(db: Database) {
  /** Grants credits with a unique period, so that each call grants them again. */
  function grant(
    accountId: string,
    amount: bigint,
    source: "promo" | "paid",
    expiresAt?: Date,
  ): Promise<boolean> {
    const period = randomBytes(6).toString("hex");
    const expiry = expiresAt === undefined ? {} : { expiresAt };
    return db
      .transaction()
      .execute((tx) => ledger.grant(tx, { accountId, kind: "operator", period, amount, source, ...expiry }));
  }

  /** Creates an account with a wallet that is empty or has promo or paid credits. */
  async function account(credits: { promo?: bigint; paid?: bigint } = {}): Promise<string> {
    const { rows } = await sql<{ id: string }>`INSERT INTO accounts DEFAULT VALUES RETURNING id`.execute(db);
    const id = rows[0]?.id ?? "";
    await db.transaction().execute((tx) => ledger.openAccount(tx, id));
    if (credits.promo !== undefined) await grant(id, credits.promo, "promo");
    if (credits.paid !== undefined) await grant(id, credits.paid, "paid");
    return id;
  }

  function hold(accountId: string, runId: string, amount: bigint, cap = amount): Promise<HoldResult> {
    return placeHold(db, { accountId, runId, amount, cap });
  }

  type Terms = Pick<Settlement, "runId" | "charge" | "developerAccountId"> & Partial<Settlement>;
  function settle(terms: Terms): Promise<SettlementReceipt> {
    const settlement = { modelCost: 0n, sharePercent: 70, sponsorLimit: 0n, agentId: AGENT, ...terms };
    return settleHold(db, settlement);
  }

  type FailedTerms = Omit<FailedSettlement, "agentId"> & Partial<FailedSettlement>;
  function settleFailed(terms: FailedTerms): Promise<FailedReceipt> {
    return settleFailedHold(db, { agentId: AGENT, ...terms });
  }

  /** Ends a run without a charge and releases its whole hold. */
  const giveBack = (runId: string, developerAccountId: string) =>
    settleFailed({ runId, developerAccountId, modelCost: 0n, freePerDay: null });

  /** Performs a whole run: places its hold and settles it. */
  async function run(
    payer: string,
    developerAccountId: string,
    charge: bigint,
    terms: Partial<Settlement> = {},
  ): Promise<SettlementReceipt> {
    const runId = terms.runId ?? newRunId();
    const held = await hold(payer, runId, charge);
    if (!held.ok) throw new Error("the payer's balance does not cover the run");
    return settle({ runId, charge, developerAccountId, ...terms });
  }

  /** Returns the balance of one of the platform's own ledger accounts. */
  async function platform(
    kind: "platform_revenue" | "model_cost_payable" | "promo_expense" | "loss" | "external",
  ) {
    const { rows } = await sql<{ total: bigint }>`SELECT total FROM ledger_account_balance(${kind})`.execute(
      db,
    );
    return rows[0]?.total;
  }

  return {
    db,
    ledger,
    grant,
    account,
    hold,
    settle,
    settleFailed,
    run,
    platform,
    giveBack,
    reverse: (transferId: string) =>
      db.transaction().execute((tx) => ledger.reverse(tx, transferId, "a test's reason")),
    balance: (accountId: string) => ledger.readBalance(db, accountId),
  };
}
