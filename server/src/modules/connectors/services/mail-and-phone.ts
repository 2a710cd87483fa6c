import type { ServiceDefinition } from "../service-definition.ts";
import { basic, bearer } from "./attach.ts";
import { configured, ofForm } from "./configured.ts";

/** Mail, text messages and calls. */
export const mailAndPhoneServices: ServiceDefinition[] = [
  {
    name: "sendgrid",
    displayName: "SendGrid",
    description: "Sending mail",
    documentationUrl:
      "https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/authentication",
    requiredFields: ["api_key"],
    baseUrl: () => "https://api.sendgrid.com/v3",
    attach: bearer,
    test: { method: "GET", path: "/scopes" },
  },
  {
    name: "resend",
    displayName: "Resend",
    description: "Sending mail, with a key of full access",
    documentationUrl: "https://resend.com/docs/api-reference/introduction",
    requiredFields: ["api_key"],
    baseUrl: () => "https://api.resend.com",
    attach: bearer,
    test: { method: "GET", path: "/domains" },
  },
  {
    name: "twilio",
    displayName: "Twilio",
    description: "Text messages and calls",
    documentationUrl: "https://www.twilio.com/docs/iam/api",
    requiredFields: ["access_token", "account_sid"],
    baseUrl: () => "https://api.twilio.com/2010-04-01",
    attach: basic((config) => configured(config, "account_sid")),
    checks: { account_sid: ofForm(/^AC[0-9a-fA-F]{32}$/, "must be AC and 32 hexadecimal digits") },
    test: { method: "GET", path: "/Accounts.json?PageSize=1" },
  },
];
