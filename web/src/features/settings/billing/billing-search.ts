import type { BillingKind } from "@stoa/contract/billing-receipts";
import type { BillingHistoryQuery } from "@stoa/contract/ledger";

/** The filters of the billing history in the URL. */
interface BillingSearch {
  readonly kind?: BillingKind | undefined;
  /** A UTC month, such as 2026-11. */
  readonly month?: string | undefined;
  /** The movement whose receipt is open. */
  readonly entry?: string | undefined;
}

/** The search parameters, and how to change them. */
export interface BillingScreenProps {
  readonly search: BillingSearch;
  readonly onSearch: (next: BillingSearch) => void;
}

export const KIND_NAMES: Readonly<Record<BillingKind, string>> = {
  grant: "Credits",
  run: "Runs",
  failure_charge: "Failed runs",
  earning: "Earnings",
  expiry: "Expired credits",
  reversal: "Reversals",
  payment: "Payments",
};

/** Returns the kind of movement in the URL, if it is valid. */
export function readKind(text: string | undefined): BillingKind | undefined {
  return KINDS.find((kind) => kind === text);
}

export const KINDS: readonly BillingKind[] = [
  "grant",
  "run",
  "failure_charge",
  "earning",
  "expiry",
  "reversal",
  "payment",
];

/** Returns the month in the URL, if it is valid. */
export function readMonth(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined;
}

/** Returns the filter that the list and the CSV file share. */
export function createBillingFilter({ kind, month }: BillingSearch): Partial<BillingHistoryQuery> {
  return { ...(kind && { kind }), ...(month && { from: `${month}-01`, to: getLastDay(month) }) };
}

function getLastDay(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** Formats a month: November 2026. */
export function formatMonth(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString("en-GB", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}
