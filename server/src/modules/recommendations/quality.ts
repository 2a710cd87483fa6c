import type { ListedAgent } from "./listed-agent-store.ts";

/**
 * Every agent starts with three imaginary runs and two imaginary reviews, so that its first real ones do not decide its
 * quality.
 */
const RUNS_BEFORE = { count: 3, successRate: 0.9 };
const REVIEWS_BEFORE = { count: 2, rating: 3.5 };
/** A median time of this many milliseconds counts as average. */
const MIDDLING_MS = 5_000;
/** An unmeasured value counts neither for nor against an agent. */
const UNKNOWN = 0.5;

/** The weight of each part of an agent's quality. */
const WEIGHTS = { success: 3, rating: 3, speed: 1, price: 1 };

function scoreSuccess({ completed, failed }: ListedAgent): number {
  const runs = completed + failed;
  if (runs === 0) return UNKNOWN;
  const rate = (completed + RUNS_BEFORE.count * RUNS_BEFORE.successRate) / (runs + RUNS_BEFORE.count);
  // Agents that fail one time in five are of little use, so 80% is the zero of this scale and 100% is its one.
  return Math.max(0, (rate - 0.8) / 0.2);
}

function scoreRating({ rating: mean, reviews }: ListedAgent): number {
  if (mean === null || reviews === 0) return UNKNOWN;
  const stars =
    (mean * reviews + REVIEWS_BEFORE.rating * REVIEWS_BEFORE.count) / (reviews + REVIEWS_BEFORE.count);
  return (stars - 1) / 4;
}

function scoreSpeed({ medianMs }: ListedAgent): number {
  return medianMs === null ? UNKNOWN : MIDDLING_MS / (MIDDLING_MS + medianMs);
}

/** Rates a price within the maximum price: cheaper is better. Without a maximum, the price does not matter. */
function scorePrice({ pricePerToken }: ListedAgent, maxPrice: number | undefined): number {
  if (maxPrice === undefined || maxPrice === 0) return UNKNOWN;
  return Math.max(0, 1 - pricePerToken / maxPrice);
}

/** Returns an agent's quality from 0 to 1; 0.5 if nothing was measured. */
export function computeQuality(agent: ListedAgent, maxPrice: number | undefined): number {
  const parts: [weight: number, value: number][] = [
    [WEIGHTS.success, scoreSuccess(agent)],
    [WEIGHTS.rating, scoreRating(agent)],
    [WEIGHTS.speed, scoreSpeed(agent)],
    [WEIGHTS.price, scorePrice(agent, maxPrice)],
  ];
  const sum = parts.reduce((total, [weight, value]) => total + weight * value, 0);
  return sum / parts.reduce((total, [weight]) => total + weight, 0);
}

/** Returns whether people other than the owner have run the agent, so that its quality can be shown. */
export function hasMeasuredQuality({
  completed,
  failed,
}: Pick<ListedAgent, "completed" | "failed">): boolean {
  return completed + failed > 0;
}
