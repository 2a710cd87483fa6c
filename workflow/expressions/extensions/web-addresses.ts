const EMAIL = /[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}/i;
const URL_TEXT = /https?:\/\/(?:www\.)?[-\w@:%.+~#=]{1,256}\.[a-z0-9()]{1,24}\b[-\w()@:%+.~#?&/=]*/i;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,24}$/i;

function matchWhole(pattern: RegExp, text: string): boolean {
  return pattern.exec(text)?.[0] === text;
}

/** Returns whether a string is exactly one email address. */
export function isEmail(text: string): boolean {
  return matchWhole(EMAIL, text);
}

export function isUrl(text: string): boolean {
  return /^(?:https?|ftp|file):\/\//i.test(text) && !/\s/.test(text) && URL.canParse(text);
}

export function isDomain(text: string): boolean {
  return DOMAIN.test(text);
}

export function extractEmail(text: string): string | undefined {
  return EMAIL.exec(text)?.[0];
}

export function extractUrl(text: string): string | undefined {
  return URL_TEXT.exec(text)?.[0];
}

/**
 * Returns the domain of an email address, or of a URL with or without a protocol. Returns undefined for other strings.
 */
export function extractDomain(text: string): string | undefined {
  if (isEmail(text)) return text.slice(text.indexOf("@") + 1);
  if (isUrl(text)) return new URL(text).hostname;
  const host = text.split(/[/?#:]/, 1)[0] ?? "";
  return isDomain(host) ? host : undefined;
}

/** Returns the part of a URL that follows its domain, without its query, or undefined for other strings. */
export function extractUrlPath(text: string): string | undefined {
  return isUrl(text) ? new URL(text).pathname : undefined;
}
