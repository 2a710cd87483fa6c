import type { ServiceName } from "@stoa/contract/services";
import type { ServiceBehavior } from "../service-definition.ts";
import { basic, inHeader } from "./attach.ts";
import { addressProblem, configured, emailProblem, ofForm, ownAddress } from "./configured.ts";
import { GOOGLE } from "./google.ts";
import { failureNamed, fieldOf, graphQlError } from "./refusals.ts";
import { SMTP } from "./smtp/index.ts";

/**
 * What the server adds to the services of the contract. A service that takes its credential as a bearer token and has a
 * `testPath` needs nothing here.
 */
export const BEHAVIORS: Partial<Record<ServiceName, ServiceBehavior>> = {
  anthropic: {
    attach: inHeader("x-api-key"),
    defaultHeaders: { "anthropic-version": "2023-06-01" },
  },
  gemini: {
    attach: inHeader("x-goog-api-key"),
    test: {
      // A wrong key gets a 400, like any wrong argument.
      refusal: (body) =>
        JSON.stringify(body ?? null).includes('"API_KEY_INVALID"') ? "API_KEY_INVALID" : undefined,
    },
  },
  slack: {
    otherHosts: ["files.slack.com"],
    test: { method: "POST", path: "/auth.test", refusal: failureNamed("error") },
  },
  discord: {
    attach: inHeader("authorization", "Bot "),
    // Discord blocks clients whose name does not have this form.
    defaultHeaders: { "user-agent": "DiscordBot (https://stoa.invalid, 0.1)" },
  },
  telegram: {
    attach: ({ credential }) => ({ headers: {}, pathPrefix: `/bot${credential}` }),
    // https://core.telegram.org/bots/api#getfile: files are at /file/bot<token>/<path>.
    prefixed: (prefix, path) =>
      path.startsWith("/file/") ? `/file${prefix}${path.slice("/file".length)}` : prefix + path,
    // The token becomes one part of the path, so it must not be able to be more than one.
    checks: { bot_token: ofForm(/^\d{1,20}:[\w-]{10,100}$/, "must look like 123456:ABC-DEF1234ghIkl") },
    test: { refusal: failureNamed("description") },
  },
  github: {
    otherHosts: ["uploads.github.com"],
    defaultHeaders: { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
  },
  gitlab: {
    address: (config) => ownAddress(config, "base_url"),
    attach: inHeader("private-token"),
    checks: { base_url: addressProblem },
  },
  notion: { defaultHeaders: { "notion-version": "2022-06-28" } },
  linear: {
    // A personal key has no prefix; "Bearer" is for OAuth.
    attach: inHeader("authorization"),
    test: {
      method: "POST",
      path: "/graphql",
      body: JSON.stringify({ query: "{ viewer { id } }" }),
      refusal: graphQlError,
    },
  },
  jira: {
    address: (config) => ownAddress(config, "site_url"),
    attach: basic((config) => configured(config, "email")),
    checks: { email: emailProblem, site_url: addressProblem },
  },
  zendesk: {
    address: (config) => `https://${configured(config, "subdomain")}.zendesk.com`,
    attach: basic((config) => `${configured(config, "email")}/token`),
    checks: {
      email: emailProblem,
      subdomain: ofForm(
        /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i,
        "must be the part before .zendesk.com, such as example",
      ),
    },
    test: {
      // An account whose API access is turned off answers everyone as an anonymous user.
      refusal: (body) => (fieldOf(fieldOf(body, "user"), "id") === null ? "anonymous" : undefined),
    },
  },
  stripe: { otherHosts: ["files.stripe.com"] },
  twilio: {
    attach: basic((config) => configured(config, "account_sid")),
    checks: { account_sid: ofForm(/^AC[0-9a-fA-F]{32}$/, "must be AC and 32 hexadecimal digits") },
  },
  smtp: SMTP,
  serper: { otherHosts: ["scrape.serper.dev"], attach: inHeader("x-api-key") },
  google: GOOGLE,
  n8n: {
    address: (config) => ownAddress(config, "base_url"),
    attach: inHeader("x-n8n-api-key"),
    checks: { base_url: addressProblem },
  },
};
