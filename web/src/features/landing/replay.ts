import RECORDED from "./recorded-run.json" with { type: "json" };

/** A real run of a sample agent, written by `npm run record-run`. */
export const RECORDED_RUN: typeof RECORDED = RECORDED;

/** Tokens that the agent wrote; the others are its caller's. */
export const WRITTEN_TOKENS: number = RECORDED.tokens - RECORDED.inputTokens;

/** What can be read once so many of the answer's tokens have come: whole words, all of them at the end. */
export function textAfter(came: number, output: string = RECORDED.output, total = WRITTEN_TOKENS): string {
  if (came >= total) return output;
  const reached = output.slice(0, Math.floor((output.length * came) / total));
  return reached.slice(0, reached.search(/\s\S*$/) + 1);
}

/** What the run had cost by then, in USD: its charge to the last digit at the end. */
export const costAfter = (came: number): number => (RECORDED.inputTokens + came) * RECORDED.pricePerToken;
