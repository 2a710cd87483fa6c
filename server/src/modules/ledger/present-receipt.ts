import { type BilledRun, type BillingReceipt, nanoToDecimal, nanoToUsd } from "@stoa/contract";
import { describeMovement } from "./describe-movement.ts";
import type { ReceiptMovement } from "./movements.ts";
import { presentEntry } from "./present.ts";

/** The data about a run on a receipt. The `runs` module provides it. Money is in nano-USD. */
export interface RunOnReceipt {
  id: string;
  agentId: number;
  agentName: string;
  version: number;
  startedAt: Date;
  endedAt: Date;
  tokens: bigint;
  pricePerToken: bigint;
  chargedFor: "tokens" | "model_cost";
  cost: bigint;
  failureCharge: bigint;
  parentRunId: string | null;
}

/** Builds the receipt of a movement for the wallet's owner. */
export function presentReceipt(
  movement: ReceiptMovement,
  run: RunOnReceipt | undefined,
  issuedTo: string,
): BillingReceipt {
  const { id, created_at, kind, description, amount } = presentEntry(describeMovement(movement));
  const number = createReceiptNumber(id);
  return {
    receipt_number: number,
    id,
    created_at,
    issued_to: issuedTo,
    kind,
    description,
    currency: "USD",
    amount,
    balance_after: nanoToUsd(movement.balanceAfter),
    run: run === undefined ? null : presentRun(run, movement.isPayer),
    reverses: movement.reverses,
    reversed_by: movement.reversedBy,
    lines: [
      { label: "Receipt", value: number },
      { label: "Date", value: formatMoment(movement.createdAt) },
      { label: "Issued to", value: issuedTo },
      { label: "For", value: description },
      ...(run === undefined ? [] : runLines(run)),
      { label: movement.amount < 0n ? "Paid" : "Received", value: formatUsd(magnitude(movement.amount)) },
      { label: "Balance after", value: formatUsd(movement.balanceAfter) },
    ],
  };
}

/** Returns the receipt number, which is the movement's id in groups that are easy to read aloud. */
function createReceiptNumber(transferId: string): string {
  return `STOA-${transferId.slice(4).toUpperCase().match(/.{8}/g)?.join("-")}`;
}

function presentRun(run: RunOnReceipt, isPayer: boolean): BilledRun {
  return {
    id: run.id,
    agent_id: run.agentId,
    agent_name: run.agentName,
    version: run.version,
    started_at: run.startedAt.toISOString(),
    ended_at: run.endedAt.toISOString(),
    tokens: Number(run.tokens),
    price_per_token: nanoToUsd(run.pricePerToken),
    charged_for: run.chargedFor,
    cost: nanoToUsd(run.cost),
    failure_charge: run.failureCharge > 0n ? nanoToUsd(run.failureCharge) : null,
    parent_run_id: isPayer ? run.parentRunId : null,
  };
}

function runLines(run: RunOnReceipt): BillingReceipt["lines"] {
  return [
    { label: "Agent", value: `${run.agentName} (number ${run.agentId}, version ${run.version})` },
    { label: "Run", value: run.id },
    { label: "Tokens", value: run.tokens.toString() },
    {
      label: "Price",
      value:
        run.chargedFor === "tokens"
          ? `${formatUsd(run.pricePerToken)} per token`
          : "Model cost (your own agent)",
    },
  ];
}

/** Formats a moment as "2026-11-21 20:15:03 UTC". */
function formatMoment(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

const formatUsd = (nano: bigint) => `${nanoToDecimal(nano)} USD`;
const magnitude = (nano: bigint) => (nano < 0n ? -nano : nano);
