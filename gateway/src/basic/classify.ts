import { extractTerms } from "./text-terms.ts";

/** Words that suggest a common label even if the text does not contain the label. */
const SIGNS: Readonly<Record<string, string>> = {
  positive:
    "good great excellent amazing love loved loves wonderful fantastic happy pleased perfect best recommend awesome nice thank thanks helpful fast friendly delighted enjoy enjoyed impressed satisfied brilliant superb",
  negative:
    "bad terrible awful hate hated horrible poor worst disappointed disappointing broken slow useless never refund angry frustrated frustrating rude fail failed fails wrong waste unhappy annoying complaint complain lost late damaged",
  billing:
    "invoice invoices charge charged charges payment payments pay paid refund credit card bill bills billed price subscription receipt money cost costs overcharged",
  technical:
    "error errors bug bugs crash crashes crashed login password broken install server fails failed failing code api timeout loading screen update device connect connection app",
  shipping:
    "delivery deliver delivered package parcel tracking shipped ship courier arrive arrived order late lost address",
  sales: "buy purchase quote pricing demo plan plans upgrade discount trial offer enterprise seats license",
  account: "account login password profile username email sign signin register delete settings locked",
  urgent: "urgent immediately asap now emergency critical down outage today deadline blocked",
  spam: "winner won prize free click lottery viagra offer unsubscribe casino guaranteed congratulations claim",
};
const NEGATIONS = new Set([
  "not",
  "no",
  "never",
  "don't",
  "didn't",
  "isn't",
  "wasn't",
  "won't",
  "can't",
  "cannot",
  "hardly",
]);
/** Matches neutral labels, for text that suggests no other label. */
const UNDECIDED =
  /^(?:other|others|neutral|none|unknown|general|misc|miscellaneous|mixed|unclear|not spam|ham)$/i;

const SIGN_TERMS = new Map(
  Object.entries(SIGNS).map(([label, words]) => [label, new Set(extractTerms(words))]),
);

function getLabelStems(label: string): ReadonlySet<string> {
  const terms = extractTerms(label);
  const matchingSigns = [...SIGN_TERMS].filter(([sign]) => label.toLowerCase().includes(sign));
  return new Set([...terms, ...matchingSigns.flatMap(([, words]) => [...words])]);
}

function score(text: string, label: string): number {
  const signs = getLabelStems(label);
  const opposite = /positive/i.test(label) ? "negative" : /negative/i.test(label) ? "positive" : undefined;
  const opposing = (opposite === undefined ? undefined : SIGN_TERMS.get(opposite)) ?? new Set<string>();
  const nameScore = text.toLowerCase().includes(label.toLowerCase()) ? 2 : 0;
  let negatedFor = 0;
  let total = nameScore;
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? []) {
    const [term] = extractTerms(word);
    const isNegated = negatedFor > 0;
    negatedFor = NEGATIONS.has(word.replace("’", "'")) ? 3 : negatedFor - 1;
    if (term === undefined) continue;
    if (signs.has(term) && !(isNegated && opposite !== undefined)) total += 1;
    if (isNegated && opposing.has(term)) total += 1;
  }
  return total;
}

/**
 * Returns the label that the largest number of words in the text suggest, and that number. If no word suggests a
 * label, returns a neutral label such as "other" if there is one, otherwise undefined.
 */
export function chooseLabel(
  text: string,
  labels: readonly string[],
): { label: string; signs: number } | undefined {
  const [best] = labels
    .map((label, at) => ({ label, signs: score(text, label), at }))
    .sort((a, b) => b.signs - a.signs || a.at - b.at);
  if (best !== undefined && best.signs > 0) return best;
  const undecided = labels.find((label) => UNDECIDED.test(label));
  return undecided === undefined ? undefined : { label: undecided, signs: 0 };
}
