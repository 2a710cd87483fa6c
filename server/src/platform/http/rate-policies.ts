import {
  ADDRESS_RATES,
  type AddressRateClass,
  KEY_RATE_SHARE,
  PLAN_RATES,
  type PlanType,
  RATE_WINDOW_SECONDS,
  type RateClass,
} from "@stoa/contract";
import { createRatePolicy, type RatePolicy } from "../rate-limit/rate-policy.ts";

/** The rate limits of the contract as policies, with the names that the headers show. */
export interface RatePolicies {
  /** The limit of a person (`whole`), and the share of it that one key may use. */
  plans: Record<PlanType, Record<RateClass, { whole: RatePolicy; key: RatePolicy }>>;
  address: Record<AddressRateClass, RatePolicy>;
}

/** @param factor the operator's multiplier for the limits of the contract. */
export function createRatePolicies(factor: number): RatePolicies {
  const createPolicy = (name: string, rate: number) =>
    createRatePolicy(name, Math.max(1, Math.floor(rate * factor)), RATE_WINDOW_SECONDS);
  const createCallerPolicies = (name: string, rate: number) => ({
    whole: createPolicy(name, rate),
    key: createPolicy(`${name}_key`, rate * KEY_RATE_SHARE),
  });
  const createPlanPolicies = (plan: PlanType) => mapValues(PLAN_RATES[plan], createCallerPolicies);
  return {
    plans: {
      free: createPlanPolicies("free"),
      creator: createPlanPolicies("creator"),
      business: createPlanPolicies("business"),
    },
    address: mapValues(ADDRESS_RATES, createPolicy),
  };
}

function mapValues<K extends string, V>(
  rates: Readonly<Record<K, number>>,
  make: (name: K, rate: number) => V,
): Record<K, V> {
  const names = Object.keys(rates) as K[];
  return Object.fromEntries(names.map((name) => [name, make(name, rates[name])])) as Record<K, V>;
}
