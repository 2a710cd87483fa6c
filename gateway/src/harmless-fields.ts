import { z } from "zod";

/**
 * Accepts any value and passes nothing on. It is for labels, caches and reports: the provider would connect them with
 * the operator's account and see who uses Stoa.
 */
export const dropped = z
  .unknown()
  .transform((): undefined => undefined)
  .optional();

/**
 * Accepts a field only with a value that describes what happens anyway, and passes nothing on.
 * @param reason why other values are refused, and what to send instead.
 */
export function onlyValue(values: readonly [boolean | string | number, ...string[]], reason: string) {
  return z
    .literal([...values], { error: reason })
    .nullish()
    .transform((): undefined => undefined);
}

/** OpenAI's names of the tier that every call gets. */
export const standardTier = onlyValue(
  ["auto", "default"],
  'calls have the standard tier here. Leave the field out, or set it to "auto" or "default".',
);

/** Agents get an answer once and keep it themselves. */
export const notStored = onlyValue(
  [false],
  "answers are not kept here. Leave the field out or set it to false.",
);

/** Log probabilities are not passed on in streams and have no counterpart at other providers. */
export const noLogProbabilities = onlyValue(
  [false],
  "log probabilities are not available here. Leave the field out or set it to false.",
);

export const noTopLogProbabilities = onlyValue(
  [0],
  "log probabilities are not available here. Leave the field out or set it to 0.",
);

/** How long the answer is to be. Models that do not know it get the request without it. */
export const verbosity = z.enum(["low", "medium", "high"]).nullish();
