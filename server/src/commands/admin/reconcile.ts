import { ledger } from "../../modules/ledger/index.ts";
import { reconcile } from "../../modules/operator/index.ts";
import type { AdminCommand } from "./admin-command.ts";
import { formatCount, formatUsd, renderTable } from "./output-format.ts";

export const reconcileBooks: AdminCommand = {
  name: "reconcile",
  takes: "",
  summary: "recompute all ledger balances and report mismatches",
  explains:
    "Recomputes every balance from the postings in one snapshot and compares it with running totals, wallets, credits, holds, receipts, revenue and runs. Nothing is changed. Exits with code 1 if something does not match. Amounts in the findings are in billionths of a USD.",
  async run({ db }) {
    const { findings, books, transfers, postings } = await reconcile(db, ledger);
    const counted = `Checked ${formatCount(transfers, "transfer")} with ${formatCount(postings, "posting")}.`;
    return {
      lines: [
        ...renderTable(books.map(({ kind, accounts, total }) => [`${kind} (${accounts})`, formatUsd(total)])),
        "",
        counted,
        ...(findings.length === 0
          ? ["The ledger is consistent."]
          : [
              `Found ${formatCount(findings.length, "difference")}:`,
              ...findings.map((finding) => `  ${finding}`),
            ]),
      ],
      data: { balanced: findings.length === 0, findings, books, transfers, postings },
      failed: findings.length > 0,
    };
  },
};
