import type { ServiceBehavior } from "../service-definition.ts";

const SCOPE = "https://www.googleapis.com/auth";

/** The path prefixes and hosts of APIs that are not at `www.googleapis.com`. */
const HOSTS: readonly (readonly [beginning: string, host: string])[] = [
  ["/v4/spreadsheets", "sheets.googleapis.com"],
  ["/v1/documents", "docs.googleapis.com"],
  ["/gmail/v1", "gmail.googleapis.com"],
];

/** Returns the base URL for a path, with or without its query. */
function getBaseUrl(path: string): string {
  const [asked = ""] = path.split("?");
  const [, host = "www.googleapis.com"] =
    HOSTS.find(([beginning]) => asked === beginning || asked.startsWith(`${beginning}/`)) ?? [];
  return `https://${host}`;
}

/** Defines one connector for all of a user's Google data. A grant can limit an agent to some of its paths. */
export const GOOGLE: ServiceBehavior = {
  getBaseUrl,
  consent: {
    provider: "google",
    scopes: [
      `${SCOPE}/spreadsheets`,
      `${SCOPE}/drive`,
      `${SCOPE}/documents`,
      `${SCOPE}/calendar`,
      // Deleting messages permanently needs access to the whole mailbox.
      "https://mail.google.com/",
    ],
  },
};
