import type { ConnectorSecrets } from "../service-definition.ts";

/** A field that its service requires, so that every stored connector has it. */
export function configured(config: ConnectorSecrets["config"], field: string): string {
  const value = config[field];
  if (value === undefined) throw new Error(`a connector lacks its ${field}`);
  return value;
}

const HOST_NAME =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** The address of a customer's own installation, without a slash at its end. */
export function ownAddress(config: ConnectorSecrets["config"], field: string): string {
  const { origin, pathname } = new URL(configured(config, field));
  return origin + pathname.replace(/\/+$/, "");
}

/**
 * Whether a value is the https address of a host by its name; where that name leads is checked at each call.
 * @returns what is wrong with it.
 */
export function addressProblem(value: string): string | undefined {
  if (!URL.canParse(value)) return "must be an address such as https://example.com";
  const { protocol, hostname, username, password, search, hash } = new URL(value);
  if (protocol !== "https:") return "must begin with https://";
  // The last label of a name is never a number; of an IPv4 address, however written, always.
  if (!HOST_NAME.test(hostname) || /(^|\.)\d+$/.test(hostname)) return "must name a host, not a number";
  if (username || password || search || hash) return "must hold nothing but host and path";
  return undefined;
}

/** @returns a check that says `otherwise` for what has not the given form. */
export function ofForm(form: RegExp, otherwise: string): (value: string) => string | undefined {
  return (value) => (form.test(value) ? undefined : otherwise);
}

/** For the name in basic authentication, which ends at the first colon. */
export const emailProblem = ofForm(/^[^\s:@]{1,200}@[^\s:@]{1,200}$/, "must be an e-mail address");
