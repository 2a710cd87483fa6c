import * as z from "zod";
import { FAILED_RUNS_RULE } from "./failed-run-texts.ts";
import { FailureCharge } from "./failure-charge.ts";
import { RunId, Timestamp, Usd } from "./values.ts";

/** The reason for an entry in a wallet's history. */
export const BillingKind = z
  .enum(["grant", "run", "failure_charge", "earning", "expiry", "reversal", "payment"])
  .meta({ id: "BillingKind" });
export type BillingKind = z.infer<typeof BillingKind>;

/** The ID of an entry. */
export const BillingEntryId = z.string().regex(/^trf_[0-9a-f]{32}$/, "This is not an entry of the history");

/** The run that was paid, with the price that applied when it started. */
export const BilledRun = z
  .object({
    id: RunId,
    agent_id: z.int(),
    agent_name: z.string(),
    version: z.int(),
    started_at: Timestamp,
    ended_at: Timestamp,
    tokens: z.int().meta({ description: "Tokens charged" }),
    price_per_token: Usd.meta({ description: "As it was when the run started" }),
    charged_for: z
      .enum(["tokens", "model_cost"])
      .meta({ description: "A run of your own agent costs its model cost" }),
    cost: Usd.meta({ description: "What its caller paid" }),
    failure_charge: FailureCharge,
    parent_run_id: RunId.nullable().meta({
      description: "The run that started it; shown to its caller alone",
    }),
  })
  .meta({ id: "BilledRun" });
export type BilledRun = z.infer<typeof BilledRun>;

export const BillingReceipt = z
  .object({
    receipt_number: z.string().meta({ description: "Never changes and is never given twice" }),
    id: z.string(),
    created_at: Timestamp,
    issued_to: z.string().meta({ description: "The user name" }),
    kind: BillingKind,
    description: z.string(),
    currency: z.literal("USD"),
    amount: Usd.meta({ description: "Positive into the wallet, negative out of it" }),
    balance_after: Usd.meta({ description: "Of the wallet, right after this entry" }),
    run: BilledRun.nullable(),
    reverses: z.string().nullable().meta({ description: "The entry that this one took back" }),
    reversed_by: z.string().nullable().meta({ description: "The entry that took this one back" }),
    lines: z
      .array(z.object({ label: z.string(), value: z.string() }))
      .meta({ description: "All of it in words, exact to the nano-dollar, ready to print" }),
  })
  .meta({ id: "BillingReceipt" });
export type BillingReceipt = z.infer<typeof BillingReceipt>;

/** opening + credits - spent - failure_charges + earned - expired + reversed = closing, exactly. */
export const BillingStatement = z
  .object({
    month: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .meta({ description: "UTC, such as 2026-11" }),
    opening: Usd,
    credits: Usd.meta({ description: "Granted or paid in" }),
    spent: Usd.meta({ description: "On runs, sponsored model cost included" }),
    failure_charges: Usd.meta({ description: `For model calls of failed runs. ${FAILED_RUNS_RULE}` }),
    earned: Usd.meta({ description: "Earnings that were moved into the balance" }),
    expired: Usd,
    reversed: Usd.meta({
      description: "Refunds, less credits and earnings that were reversed: negative if more was reversed",
    }),
    closing: Usd,
    entries: z.int(),
  })
  .meta({ id: "BillingStatement" });
export type BillingStatement = z.infer<typeof BillingStatement>;

export const BillingStatements = z
  .object({
    statements: z
      .array(BillingStatement)
      .meta({ description: "Newest first, months without movements left out" }),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "BillingStatements" });
export type BillingStatements = z.infer<typeof BillingStatements>;
