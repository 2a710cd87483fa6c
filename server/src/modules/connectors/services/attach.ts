import type { Attachment, ConnectorSecrets } from "../service-definition.ts";

/** `Authorization: Bearer <credential>`. */
export function bearer({ credential }: ConnectorSecrets): Attachment {
  return { headers: { authorization: `Bearer ${credential}` } };
}

/** The credential in a header of its own, after a word where the service wants one. */
export function inHeader(name: string, before = "") {
  return ({ credential }: ConnectorSecrets): Attachment => ({ headers: { [name]: before + credential } });
}

/** `Authorization: Basic` with the credential as the password. */
export function basic(userOf: (config: ConnectorSecrets["config"]) => string) {
  return ({ credential, config }: ConnectorSecrets): Attachment => ({
    headers: {
      authorization: `Basic ${Buffer.from(`${userOf(config)}:${credential}`, "utf8").toString("base64")}`,
    },
  });
}
