import type { Finding } from "./check-list.ts";

/** Shapes of credentials that their providers document. Every repetition is bounded, because sources are hostile. */
const KEY_SHAPES: readonly (readonly [what: string, shape: RegExp])[] = [
  ["an Anthropic API key", /\bsk-ant-[\w-]{20,200}/],
  ["an OpenAI API key", /\bsk-(?!ant-)(?:[a-z]{2,10}-){0,2}[\w-]{20,200}/],
  ["an AWS access key", /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ["a Google API key", /\bAIza[\w-]{35}/],
  ["a Google OAuth secret", /\bGOCSPX-[\w-]{20,60}/],
  ["a GitHub token", /\b(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255})/],
  ["a Slack token", /\b(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,250}/],
  ["a Slack webhook", /hooks\.slack\.com\/services\/T\w{5,20}\/B\w{5,20}\/\w{10,40}/],
  ["a Stripe key", /\b(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,250}/],
  ["a Stoa API key", /\bstoa_sk_[A-Za-z0-9]{36}/],
  ["a private key", /-----BEGIN (?:[A-Z]{2,12} ){0,2}PRIVATE KEY-----/],
];

/** `api_key = "..."`, `"secret": "..."`: a name that suggests a secret, then a quoted value. */
const NAMED_SECRET =
  /(?:key|token|secret|passw(?:or)?d|credential)\w{0,30}["'\]]{0,2}\s{0,20}[:=]\s{0,20}[a-zA-Z]{0,2}["'`]([^"'`\s]{16,500})["'`]/gi;

/**
 * Sequences of letters and digits this long are not words or paths. A secret contains at least one
 * of them.
 */
const RUN = /[A-Za-z0-9]{16,}/g;
/** Bits per character: English words are below this value, 16 random base62 characters above it. */
const RANDOM_FROM_BITS = 3.2;

function computeBitsPerCharacter(text: string): number {
  const counts = new Map<string, number>();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

function looksRandom(value: string): boolean {
  return (value.match(RUN) ?? []).some(
    (run) => /\d/.test(run) && /[A-Za-z]/.test(run) && computeBitsPerCharacter(run) >= RANDOM_FROM_BITS,
  );
}

function findSecret(line: string): string | undefined {
  for (const [what, shape] of KEY_SHAPES) if (shape.test(line)) return what;
  for (const [, value] of line.matchAll(NAMED_SECRET))
    if (value !== undefined && looksRandom(value)) return "a secret";
  return undefined;
}

/** Looks for credentials in source; the finding names the line, never the secret. */
export function scanForSecrets(source: string): Finding {
  for (const [index, text] of source.split("\n").entries()) {
    const what = findSecret(text);
    if (what === undefined) continue;
    const line = index + 1;
    return {
      ok: false,
      detail: `Line ${line} looks like it contains ${what}. Read it from an environment variable instead, and set that under Secrets in the studio: anyone who can read the source can use the secret`,
      line,
    };
  }
  return { ok: true, detail: "No credentials found in the source" };
}
