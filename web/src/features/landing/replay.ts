import RECORDED from "./recorded-run.json" with { type: "json" };

/** A real run of a sample agent, written by `npm run record-run`. */
export const RECORDED_RUN: typeof RECORDED = RECORDED;

/** The number of tokens in the agent's output. The other tokens of the run are its input. */
export const WRITTEN_TOKENS: number = RECORDED.tokens - RECORDED.inputTokens;

/**
 * Returns the output that has been written after this many tokens, in whole words; after the last token, the whole
 * output.
 */
export function getTextAfter(came: number, output: string = RECORDED.output, total = WRITTEN_TOKENS): string {
  if (came >= total) return output;
  const reached = output.slice(0, Math.floor((output.length * came) / total));
  return reached.slice(0, reached.search(/\s\S*$/) + 1);
}

/** Returns the cost in USD after this many tokens of output; after the last token, the exact charge. */
export const getCostAfter = (came: number): number => (RECORDED.inputTokens + came) * RECORDED.pricePerToken;
