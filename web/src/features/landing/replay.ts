import RECORDED from "./recorded-run.json" with { type: "json" };

/** A real run of a sample agent, written by `npm run record-run`. */
export const RECORDED_RUN: typeof RECORDED = RECORDED;

/** The number of tokens in the agent's output; the others are the caller's input. */
export const WRITTEN_TOKENS: number = RECORDED.tokens - RECORDED.inputTokens;

/**
 * Returns the part of the output that is written after this many tokens, in whole words; at the end, the whole output.
 */
export function getTextAfter(came: number, output: string = RECORDED.output, total = WRITTEN_TOKENS): string {
  if (came >= total) return output;
  const reached = output.slice(0, Math.floor((output.length * came) / total));
  return reached.slice(0, reached.search(/\s\S*$/) + 1);
}

/** Returns the cost of the run so far in USD; at the end, the exact charge. */
export const getCostAfter = (came: number): number => (RECORDED.inputTokens + came) * RECORDED.pricePerToken;
