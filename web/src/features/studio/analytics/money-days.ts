import type { Revenue } from "@stoa/contract/ledger";
import { type DayPoint, listDatesUpTo } from "../../../components/charts/day-points.ts";
import { formatCount, formatUsdFull } from "../../../lib/format.ts";

/** The daily amounts that every plan includes. */
export type MoneyDay = Pick<
  Revenue["daily"][number],
  "date" | "executions" | "gross" | "model_cost" | "platform_fee" | "revenue"
>;

export const EARNINGS_COLUMNS = ["Earned", "Charged", "Model cost", "Platform fee", "Runs"] as const;

/** Adds up the daily amounts of several agents. */
export function addUpDays(agents: ReadonlyArray<readonly MoneyDay[]>): MoneyDay[] {
  const byDate = new Map<string, MoneyDay>();
  for (const day of agents.flat()) {
    const sum = byDate.get(day.date);
    byDate.set(day.date, {
      date: day.date,
      executions: day.executions + (sum?.executions ?? 0),
      gross: day.gross + (sum?.gross ?? 0),
      model_cost: day.model_cost + (sum?.model_cost ?? 0),
      platform_fee: day.platform_fee + (sum?.platform_fee ?? 0),
      revenue: day.revenue + (sum?.revenue ?? 0),
    });
  }
  return [...byDate.values()];
}

/** Returns a point for every day of the period, because the ledger leaves out days without runs. */
export function createEarningsPoints(known: readonly MoneyDay[], days: number, to: string): DayPoint[] {
  const byDate = new Map(known.map((day) => [day.date, day]));
  return listDatesUpTo(to, days).map((date) => {
    const day = byDate.get(date);
    const money = [day?.revenue, day?.gross, day?.model_cost, day?.platform_fee];
    return {
      date,
      values: [day?.revenue ?? 0],
      cells: [...money.map((usd) => formatUsdFull(usd ?? 0)), formatCount(day?.executions ?? 0)],
    };
  });
}
