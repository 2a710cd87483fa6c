import { domainToASCII } from "node:url";

/** Domains of one provider that lead to the same mailboxes. */
const SAME_PROVIDER: Readonly<Record<string, string>> = { "googlemail.com": "gmail.com" };
/** Providers that ignore dots before the @. At other providers, dots distinguish people. */
const IGNORES_DOTS: ReadonlySet<string> = new Set(["gmail.com"]);

/**
 * Returns the mailbox that an email address leads to, for comparing addresses: in lowercase, without a tag after a
 * plus, and without dots if the provider ignores them. Tags are removed for every domain, because almost every provider
 * delivers `name+tag` to `name`. Never send mail to the result.
 */
export function normalizeMailbox(email: string): string {
  const address = email.trim().normalize("NFKC").toLowerCase();
  const at = address.lastIndexOf("@");
  const given = address.slice(at + 1).replace(/\.$/, "");
  const ascii = domainToASCII(given) || given;
  const domain = SAME_PROVIDER[ascii] ?? ascii;
  const name = address.slice(0, at);
  const plus = name.indexOf("+");
  const untagged = plus > 0 ? name.slice(0, plus) : name;
  return `${IGNORES_DOTS.has(domain) ? untagged.replaceAll(".", "") : untagged}@${domain}`;
}
