import { z } from "zod";

/**
 * Accepts any value and does not forward it. Use it for labels, caches and reports: the provider would link them to the
 * operator's account and see who uses Stoa.
 */
export const dropped = z
  .unknown()
  .transform((): undefined => undefined)
  .optional();

/**
 * Accepts a field only with a value that describes the default behavior, and does not forward it.
 * @param reason why other values are rejected, and what to send instead.
 */
export function requireValue(values: readonly [boolean | string | number, ...string[]], reason: string) {
  return z
    .literal([...values], { error: reason })
    .nullish()
    .transform((): undefined => undefined);
}

/** OpenAI's names for the tier that every call uses. */
export const standardTier = requireValue(
  ["auto", "default"],
  'only the standard tier is available. Omit the field, or set it to "auto" or "default".',
);

/** Rejects the storage of answers: an agent receives an answer once and stores it itself. */
export const notStored = requireValue(
  [false],
  "responses are not stored. Omit the field or set it to false.",
);

/** Rejects log probabilities: streams do not include them, and other providers have no counterpart. */
export const noLogProbabilities = requireValue(
  [false],
  "log probabilities are not available. Omit the field or set it to false.",
);

export const noTopLogProbabilities = requireValue(
  [0],
  "log probabilities are not available. Omit the field or set it to 0.",
);

/** The desired length of the answer. Models that do not support it do not receive it. */
export const verbosity = z.enum(["low", "medium", "high"]).nullish();
