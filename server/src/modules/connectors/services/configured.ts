import type { ConnectorSecrets } from "../service-definition.ts";

/** Returns the value of a required field. Every stored connector has it. */
export function getConfigured(config: ConnectorSecrets["config"], field: string): string {
  const value = config[field];
  if (value === undefined) throw new Error(`a connector lacks its ${field}`);
  return value;
}

const HOST_OF_URL =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Returns the base URL of a customer's own installation, without a trailing slash. */
export function getOwnAddress(config: ConnectorSecrets["config"], field: string): string {
  const { origin, pathname } = new URL(getConfigured(config, field));
  return origin + pathname.replace(/\/+$/, "");
}

/**
 * Checks that a value is an https URL with a host name. The IP address behind the name is checked at each call.
 * @returns the problem, if there is one
 */
export function findAddressProblem(value: string): string | undefined {
  if (!URL.canParse(value)) return "must be a URL such as https://example.com";
  const { protocol, hostname, username, password, search, hash } = new URL(value);
  if (protocol !== "https:") return "must begin with https://";
  // The last label of a host name is never a number, but the last label of an IPv4 address always is, in every
  // notation.
  if (!HOST_OF_URL.test(hostname) || /(^|\.)\d+$/.test(hostname)) return "must name a host, not a number";
  if (username || password || search || hash) return "must contain only a host and a path";
  return undefined;
}

/** Returns a check that fails with the message `otherwise` if a value does not match the form. */
export function createPatternCheck(form: RegExp, otherwise: string): (value: string) => string | undefined {
  return (value) => (form.test(value) ? undefined : otherwise);
}

/**
 * Checks an email address that serves as the user name of basic authentication. It has no colon,
 * because the first colon ends the user name.
 */
export const emailProblem = createPatternCheck(/^[^\s:@]{1,200}@[^\s:@]{1,200}$/, "must be an email address");

/** Checks the user name of basic authentication. It has no colon, because the first colon ends the user name. */
export const userNameProblem = createPatternCheck(/^[^:]{1,200}$/, "must be a user name without a colon");

/** The first part of a customer's host name. */
export const SUBDOMAIN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/** A host name whose last label does not begin with a digit. */
export const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,62}$/i;
