import type { CsvFile } from "../../platform/http/csv-reply.ts";
import type { SpanFigures } from "./figures.ts";
import { seconds, successRate } from "./present.ts";

const COLUMNS = [
  "date",
  "runs",
  "succeeded",
  "failed",
  "success_rate_percent",
  "p50_seconds",
  "p95_seconds",
  "tokens",
  "gross_usd",
  "model_cost_usd",
  "platform_fee_usd",
  "revenue_usd",
  "unique_users",
];

/** A row a day: a year fits in one page. */
export function analyticsCsv(name: string, { days }: SpanFigures): CsvFile {
  const rows = days.map((day) => [
    day.date,
    Number(day.runs),
    Number(day.succeeded),
    Number(day.failed),
    successRate(day),
    seconds(day.p50),
    seconds(day.p95),
    Number(day.tokens),
    day.gross,
    day.modelCost,
    day.platformFee,
    day.revenue,
    Number(day.users),
  ]);
  return { name, columns: COLUMNS, pages: [rows] };
}
