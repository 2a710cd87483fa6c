import type { Attachment, ConnectorSecrets } from "../service-definition.ts";

/** Returns the header `Authorization: Bearer <credential>`. */
export function createBearerAuth({ credential }: ConnectorSecrets): Attachment {
  return { headers: { authorization: `Bearer ${credential}` } };
}

/**
 * Returns a function that sends the credential in the named header, with a prefix if the service requires
 * one.
 */
export function createHeaderAuth(name: string, before = "") {
  return ({ credential }: ConnectorSecrets): Attachment => ({ headers: { [name]: before + credential } });
}

/** Returns a function that sends `Authorization: Basic` with the credential as the password. */
export function createBasicAuth(getUser: (config: ConnectorSecrets["config"]) => string) {
  return ({ credential, config }: ConnectorSecrets): Attachment => ({
    headers: {
      authorization: `Basic ${Buffer.from(`${getUser(config)}:${credential}`, "utf8").toString("base64")}`,
    },
  });
}
