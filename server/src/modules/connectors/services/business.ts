import type { ServiceDefinition } from "../service-definition.ts";
import { basic, bearer } from "./attach.ts";
import { configured, emailProblem, ofForm } from "./configured.ts";
import { fieldOf } from "./refusals.ts";

/** Customers and payments. */
export const businessServices: ServiceDefinition[] = [
  {
    name: "hubspot",
    displayName: "HubSpot",
    description: "Contacts, companies and deals",
    documentationUrl: "https://developers.hubspot.com/docs/apps/legacy-apps/authentication/intro-to-auth",
    requiredFields: ["access_token"],
    baseUrl: () => "https://api.hubapi.com",
    attach: bearer,
    test: { method: "GET", path: "/account-info/v3/details" },
  },
  {
    name: "zendesk",
    displayName: "Zendesk",
    description: "Tickets and users of a Zendesk account",
    documentationUrl: "https://developer.zendesk.com/api-reference/introduction/security-and-auth/",
    requiredFields: ["api_key", "email", "subdomain"],
    baseUrl: (config) => `https://${configured(config, "subdomain")}.zendesk.com/api/v2`,
    attach: basic((config) => `${configured(config, "email")}/token`),
    checks: {
      email: emailProblem,
      subdomain: ofForm(
        /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i,
        "must be the part before .zendesk.com, such as example",
      ),
    },
    test: {
      method: "GET",
      path: "/users/me.json",
      // Where the account has API access turned off, everybody is answered as an anonymous user.
      refusal: (body) => (fieldOf(fieldOf(body, "user"), "id") === null ? "anonymous" : undefined),
    },
  },
  {
    name: "stripe",
    displayName: "Stripe",
    description: "Payments, customers and invoices",
    documentationUrl: "https://docs.stripe.com/api/authentication",
    requiredFields: ["api_key"],
    baseUrl: () => "https://api.stripe.com/v1",
    otherHosts: ["files.stripe.com"],
    attach: bearer,
    test: { method: "GET", path: "/balance" },
  },
];
