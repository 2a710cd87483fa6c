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
export const BillingEntryId = z.string().regex(/^trf_[0-9a-f]{32}$/, "This is not a valid entry ID");

/** The run that was paid for, with the price that applied when it started. */
export const BilledRun = z
  .object({
    id: RunId,
    agent_id: z.int(),
    agent_name: z.string(),
    version: z.int(),
    started_at: Timestamp,
    ended_at: Timestamp,
    tokens: z.int().meta({ description: "Charged tokens" }),
    price_per_token: Usd.meta({ description: "Price when the run started, in USD per token" }),
    charged_for: z.enum(["tokens", "model_cost"]).meta({
      description:
        "`model_cost` for a run of your own agent, which costs only its model calls; otherwise `tokens`",
    }),
    cost: Usd.meta({ description: "Amount that the caller paid" }),
    failure_charge: FailureCharge,
    parent_run_id: RunId.nullable().meta({
      description: "ID of the run that started this run. Only the caller sees it",
    }),
  })
  .meta({ id: "BilledRun" });
export type BilledRun = z.infer<typeof BilledRun>;

export const BillingReceipt = z
  .object({
    receipt_number: z.string().meta({ description: "Unique number of the receipt, which never changes" }),
    id: z.string(),
    created_at: Timestamp,
    issued_to: z.string().meta({ description: "Username of the account" }),
    kind: BillingKind,
    description: z.string(),
    currency: z.literal("USD"),
    amount: Usd.meta({ description: "Positive for money into the wallet, negative for money out of it" }),
    balance_after: Usd.meta({ description: "Balance of the wallet immediately after this entry" }),
    run: BilledRun.nullable(),
    reverses: z.string().nullable().meta({ description: "ID of the entry that this entry reverses" }),
    reversed_by: z.string().nullable().meta({ description: "ID of the entry that reverses this entry" }),
    lines: z
      .array(z.object({ label: z.string(), value: z.string() }))
      .meta({ description: "The receipt as printable lines of text. Amounts are exact to the nano-dollar" }),
  })
  .meta({ id: "BillingReceipt" });
export type BillingReceipt = z.infer<typeof BillingReceipt>;

/** opening + credits - spent - failure_charges + earned - expired + reversed = closing, exactly. */
export const BillingStatement = z
  .object({
    month: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .meta({ description: "UTC month, such as 2026-11" }),
    opening: Usd,
    credits: Usd.meta({ description: "Credits that were granted or paid in" }),
    spent: Usd.meta({ description: "Amount spent on runs, including sponsored model cost" }),
    failure_charges: Usd.meta({
      description: `Amount charged for model calls of failed runs. ${FAILED_RUNS_RULE}`,
    }),
    earned: Usd.meta({ description: "Earnings that were added to the balance" }),
    expired: Usd,
    reversed: Usd.meta({
      description: "Refunds minus reversed credits and earnings; negative if more was reversed than refunded",
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
      .meta({ description: "Newest first. Months without entries are omitted" }),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "BillingStatements" });
export type BillingStatements = z.infer<typeof BillingStatements>;
