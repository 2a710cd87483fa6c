import type { Balance, BillingEntry, Revenue } from "@stoa/contract";
import { nanoToUsd } from "@stoa/contract";
import type { AccountBalance, LedgerEntry, RevenueDay } from "./ledger.ts";

export function presentBalance(balance: AccountBalance): Balance {
  return {
    current_balance: nanoToUsd(balance.balance),
    available: nanoToUsd(balance.balance - balance.held),
    held: nanoToUsd(balance.held),
    total_spent: nanoToUsd(balance.totalSpent),
    total_earned: nanoToUsd(balance.totalEarned),
    currency: "USD",
  };
}

export function presentEntry(entry: LedgerEntry): BillingEntry {
  return {
    id: entry.id,
    created_at: entry.createdAt.toISOString(),
    kind: entry.kind,
    description: entry.description,
    amount: nanoToUsd(entry.amount),
    run_id: entry.runId,
    agent_id: entry.agentId,
    agent_name: entry.agentName,
  };
}

type Figures = Omit<RevenueDay, "date">;

function presentFigures(figures: Figures) {
  return {
    executions: figures.executions,
    gross: nanoToUsd(figures.gross),
    model_cost: nanoToUsd(figures.modelCost),
    platform_fee: nanoToUsd(figures.platformFee),
    revenue: nanoToUsd(figures.revenue),
  };
}

/** Returns the revenue of an agent in its API form. Amounts are added up as bigints, so that the totals are exact. */
export function presentRevenue(agentId: number, days: number, daily: readonly RevenueDay[]): Revenue {
  const total: Figures = { executions: 0, gross: 0n, modelCost: 0n, platformFee: 0n, revenue: 0n };
  for (const day of daily) {
    total.executions += day.executions;
    total.gross += day.gross;
    total.modelCost += day.modelCost;
    total.platformFee += day.platformFee;
    total.revenue += day.revenue;
  }
  return {
    agent_id: agentId,
    days,
    ...presentFigures(total),
    daily: daily.map((day) => ({ date: day.date, ...presentFigures(day) })),
  };
}
