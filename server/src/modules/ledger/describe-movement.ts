import { nanoToDecimal } from "@stoa/contract";
import type { LedgerEntry } from "./ledger.ts";
import type { Movement } from "./movements.ts";

const ENTRY_KINDS: Record<Movement["kind"], LedgerEntry["kind"]> = {
  grant: "grant",
  payment: "payment",
  run: "run",
  failure_charge: "failure_charge",
  claim: "earning",
  clawback: "reversal",
  expiry: "expiry",
  reversal: "reversal",
};

const monthName = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

function describeCredits({ grantKind, grantPeriod }: Movement): string {
  if (grantKind === "signup") return "Starting credits";
  if (grantKind === "payment") return "Payment";
  if (grantKind === "operator") return "Credits from the operator";
  const month = new Date(`${grantPeriod?.slice(0, 7)}-01T00:00:00Z`);
  return Number.isNaN(month.getTime()) ? "Plan credits" : `Plan credits for ${monthName.format(month)}`;
}

function run({ agentId, agentName }: Movement): string {
  return `run of ${agentName ?? `agent ${agentId}`}`;
}

function describe(movement: Movement): string {
  switch (movement.kind) {
    case "grant":
    case "payment":
      return describeCredits(movement);
    case "run":
      return movement.isPayer ? `A ${run(movement)}` : `Model cost of a ${run(movement)}, sponsored by you`;
    case "failure_charge":
      return `Model calls of failed runs beyond ${nanoToDecimal(movement.freePerDay ?? 0n)} USD a day (${movement.agentName ?? `agent ${movement.agentId}`})`;
    case "claim":
      return "Earnings from your agents";
    case "clawback":
      return "Earnings reversed for a refunded run";
    case "expiry":
      return `${describeCredits(movement)} expired`;
    case "reversal":
      return movement.runId === null
        ? `${describeCredits(movement)} reversed`
        : `Refund of a ${run(movement)}`;
  }
}

/** Returns the transfer kinds that appear in the history as `kind`. */
export function transferKinds(kind: LedgerEntry["kind"]): string[] {
  return Object.entries(ENTRY_KINDS).flatMap(([transfer, entry]) => (entry === kind ? [transfer] : []));
}

/** Converts a movement to a history entry that describes it for the wallet's owner. */
export function describeMovement(movement: Movement): LedgerEntry {
  return {
    id: movement.id,
    createdAt: movement.createdAt,
    kind: ENTRY_KINDS[movement.kind],
    description: describe(movement),
    amount: movement.amount,
    runId: movement.runId,
    agentId: movement.agentId,
    agentName: movement.agentName,
  };
}
