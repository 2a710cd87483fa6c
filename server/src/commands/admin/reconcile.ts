import { ledger } from "../../modules/ledger/index.ts";
import { reconcile } from "../../modules/operator/index.ts";
import type { AdminCommand } from "./admin-command.ts";
import { count, table, usd } from "./words.ts";

export const reconcileBooks: AdminCommand = {
  name: "reconcile",
  takes: "",
  summary: "count all books anew, and name what does not add up",
  explains:
    "Everything is counted from the postings up, in one snapshot, beside what running sums, wallets, credits, holds, receipts, revenue and runs say. Nothing is changed. Exit code 1 where something does not add up: amounts in the findings are in billionths of a USD.",
  async run({ db }) {
    const { findings, books, transfers, postings } = await reconcile(db, ledger);
    const counted = `${count(transfers, "movement")} of money with ${count(postings, "posting")} were counted.`;
    return {
      lines: [
        ...table(books.map(({ kind, accounts, total }) => [`${kind} (${accounts})`, usd(total)])),
        "",
        counted,
        ...(findings.length === 0
          ? ["The books are right."]
          : [
              `${count(findings.length, "thing")} do not add up:`,
              ...findings.map((finding) => `  ${finding}`),
            ]),
      ],
      data: { balanced: findings.length === 0, findings, books, transfers, postings },
      failed: findings.length > 0,
    };
  },
};
