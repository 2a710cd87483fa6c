import type { ServiceBehavior } from "../service-definition.ts";

const SCOPE = "https://www.googleapis.com/auth";

/** APIs that do not lie at `www.googleapis.com`, by what their paths begin with. */
const HOSTS: readonly (readonly [beginning: string, host: string])[] = [
  ["/v4/spreadsheets", "sheets.googleapis.com"],
  ["/v1/documents", "docs.googleapis.com"],
  ["/gmail/v1", "gmail.googleapis.com"],
];

/** Where a path lies, with or without its query. */
function baseUrlOf(path: string): string {
  const [asked = ""] = path.split("?");
  const [, host = "www.googleapis.com"] =
    HOSTS.find(([beginning]) => asked === beginning || asked.startsWith(`${beginning}/`)) ?? [];
  return `https://${host}`;
}

/** One connector for everything that people keep at Google: an agent is allowed some of its paths, not all of them. */
export const GOOGLE: ServiceBehavior = {
  baseUrlOf,
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
