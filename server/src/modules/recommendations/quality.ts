import type { ListedAgent } from "./listed-agent-store.ts";

/** Runs and reviews that an agent has to begin with, so that its first one does not decide: three runs, two reviews. */
const RUNS_BEFORE = { count: 3, successRate: 0.9 };
const REVIEWS_BEFORE = { count: 2, rating: 3.5 };
/** A median time of this many milliseconds is neither quick nor slow. */
const MIDDLING_MS = 5_000;
/** What nobody has measured speaks neither for nor against an agent. */
const UNKNOWN = 0.5;

/** How much each says of an agent's quality. */
const WEIGHTS = { success: 3, rating: 3, speed: 1, price: 1 };

function success({ completed, failed }: ListedAgent): number {
  const runs = completed + failed;
  if (runs === 0) return UNKNOWN;
  const rate = (completed + RUNS_BEFORE.count * RUNS_BEFORE.successRate) / (runs + RUNS_BEFORE.count);
  // Agents that fail one time in five are of little use: that is the zero of this scale, as 100 % is its one.
  return Math.max(0, (rate - 0.8) / 0.2);
}

function rating({ rating: mean, reviews }: ListedAgent): number {
  if (mean === null || reviews === 0) return UNKNOWN;
  const stars =
    (mean * reviews + REVIEWS_BEFORE.rating * REVIEWS_BEFORE.count) / (reviews + REVIEWS_BEFORE.count);
  return (stars - 1) / 4;
}

function speed({ medianMs }: ListedAgent): number {
  return medianMs === null ? UNKNOWN : MIDDLING_MS / (MIDDLING_MS + medianMs);
}

/** Within a highest price, cheaper is better; without one, nobody has said that the price matters. */
function price({ pricePerToken }: ListedAgent, maxPrice: number | undefined): number {
  if (maxPrice === undefined || maxPrice === 0) return UNKNOWN;
  return Math.max(0, 1 - pricePerToken / maxPrice);
}

/** What is known of an agent's quality, from 0 to 1; 0.5 where nothing is. */
export function qualityOf(agent: ListedAgent, maxPrice: number | undefined): number {
  const parts: [weight: number, value: number][] = [
    [WEIGHTS.success, success(agent)],
    [WEIGHTS.rating, rating(agent)],
    [WEIGHTS.speed, speed(agent)],
    [WEIGHTS.price, price(agent, maxPrice)],
  ];
  const sum = parts.reduce((total, [weight, value]) => total + weight * value, 0);
  return sum / parts.reduce((total, [weight]) => total + weight, 0);
}

/** Returns whether other people than its owner have run the agent, so that its quality can be shown. */
export function hasMeasuredQuality({
  completed,
  failed,
}: Pick<ListedAgent, "completed" | "failed">): boolean {
  return completed + failed > 0;
}
