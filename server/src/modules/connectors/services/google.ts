import type { ServiceDefinition } from "../service-definition.ts";
import { bearer } from "./attach.ts";

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

/** One connector for what people keep at Google: an agent is allowed paths of it, not all of it. */
export const googleServices: ServiceDefinition[] = [
  {
    name: "google",
    displayName: "Google",
    description: "Sheets, Gmail, Drive, Calendar and Docs of a Google account",
    documentationUrl: "https://developers.google.com/identity/protocols/oauth2",
    requiredFields: ["access_token"],
    baseUrl: () => "https://www.googleapis.com",
    baseUrlOf,
    attach: bearer,
    consent: {
      provider: "google",
      scopes: [
        `${SCOPE}/spreadsheets`,
        `${SCOPE}/drive`,
        `${SCOPE}/documents`,
        `${SCOPE}/calendar`,
        // What deletes messages for good asks for all of the mailbox.
        "https://mail.google.com/",
      ],
    },
    test: { method: "GET", path: "/drive/v3/about?fields=user" },
  },
];
