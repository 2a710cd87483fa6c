import { NANO_PER_USD } from "./money.ts";
import type { PlanType } from "./plan-type.ts";

/** The price and the benefits of a plan. Amounts are in nano-USD, shares in percent. */
export interface Plan {
  type: PlanType;
  name: string;
  priceUsdPerMonth: number;
  /** `null` means unlimited. Versions do not count. */
  maxAgents: number | null;
  revenueSharePercent: number;
  credits: { amountNano: bigint; cadence: "once" | "monthly" };
  privateAgents: boolean;
  advancedAnalytics: boolean;
  benefits: readonly string[];
}

/** The plans. All other files take these figures from here. */
export const PLANS: Readonly<Record<PlanType, Plan>> = {
  free: {
    type: "free",
    name: "Free",
    priceUsdPerMonth: 0,
    maxAgents: 5,
    revenueSharePercent: 70,
    credits: { amountNano: 10n * NANO_PER_USD, cadence: "once" },
    privateAgents: false,
    advancedAnalytics: false,
    benefits: ["5 agent uploads", "Marketplace access", "70% revenue share", "$10 starting credits"],
  },
  creator: {
    type: "creator",
    name: "Creator",
    priceUsdPerMonth: 15,
    maxAgents: null,
    revenueSharePercent: 85,
    credits: { amountNano: 15n * NANO_PER_USD, cadence: "monthly" },
    privateAgents: false,
    advancedAnalytics: true,
    benefits: [
      "Unlimited uploads",
      "Advanced analytics",
      "85% revenue share",
      "$15 monthly credits",
      "User tracking",
    ],
  },
  business: {
    type: "business",
    name: "Business",
    priceUsdPerMonth: 200,
    maxAgents: null,
    revenueSharePercent: 90,
    credits: { amountNano: 200n * NANO_PER_USD, cadence: "monthly" },
    privateAgents: true,
    advancedAnalytics: true,
    benefits: [
      "Unlimited uploads",
      "Private agents option",
      "90% revenue share",
      "$200 monthly credits",
      "Advanced analytics",
      "Custom development",
      "SLA and account management",
    ],
  },
};
