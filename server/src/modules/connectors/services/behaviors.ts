import type { ServiceName } from "@stoa/contract/services";
import type { ServiceBehavior } from "../service-definition.ts";
import { createBasicAuth, createHeaderAuth } from "./attach.ts";
import {
  createPatternCheck,
  emailProblem,
  findAddressProblem,
  getConfigured,
  getOwnAddress,
  SUBDOMAIN,
  userNameProblem,
} from "./configured.ts";
import { GOOGLE } from "./google.ts";
import { PINECONE } from "./pinecone.ts";
import { POSTGRES } from "./postgres/index.ts";
import { createFailureReader, findGraphQlError, getField } from "./refusals.ts";
import { SMTP } from "./smtp/index.ts";

/**
 * The behavior that the server adds to the services of the contract. A service that takes its credential as a bearer
 * token and has a `testPath` needs nothing here.
 */
export const BEHAVIORS: Partial<Record<ServiceName, ServiceBehavior>> = {
  anthropic: {
    attach: createHeaderAuth("x-api-key"),
    defaultHeaders: { "anthropic-version": "2023-06-01" },
  },
  gemini: {
    attach: createHeaderAuth("x-goog-api-key"),
    test: {
      // The service answers a wrong key with 400, like any wrong argument.
      refusal: (body) =>
        JSON.stringify(body ?? null).includes('"API_KEY_INVALID"') ? "API_KEY_INVALID" : undefined,
    },
  },
  slack: {
    otherHosts: ["files.slack.com"],
    test: { method: "POST", path: "/auth.test", refusal: createFailureReader("error") },
  },
  discord: {
    attach: createHeaderAuth("authorization", "Bot "),
    // Discord blocks clients whose user agent does not have this form.
    defaultHeaders: { "user-agent": "DiscordBot (https://stoa.invalid, 0.1)" },
  },
  telegram: {
    attach: ({ credential }) => ({ headers: {}, pathPrefix: `/bot${credential}` }),
    // https://core.telegram.org/bots/api#getfile: files are at /file/bot<token>/<path>.
    addPrefix: (prefix, path) =>
      path.startsWith("/file/") ? `/file${prefix}${path.slice("/file".length)}` : prefix + path,
    // The token becomes one segment of the path, so it must not contain a slash.
    checks: {
      bot_token: createPatternCheck(/^\d{1,20}:[\w-]{10,100}$/, "must look like 123456:ABC-DEF1234ghIkl"),
    },
    test: { refusal: createFailureReader("description") },
  },
  github: {
    otherHosts: ["uploads.github.com"],
    defaultHeaders: { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
  },
  gitlab: {
    address: (config) => getOwnAddress(config, "base_url"),
    attach: createHeaderAuth("private-token"),
    checks: { base_url: findAddressProblem },
  },
  notion: { defaultHeaders: { "notion-version": "2022-06-28" } },
  linear: {
    // A personal key has no prefix; "Bearer" is for OAuth.
    attach: createHeaderAuth("authorization"),
    test: {
      method: "POST",
      path: "/graphql",
      body: JSON.stringify({ query: "{ viewer { id } }" }),
      refusal: findGraphQlError,
    },
  },
  jira: {
    address: (config) => getOwnAddress(config, "site_url"),
    attach: createBasicAuth((config) => getConfigured(config, "email")),
    checks: { email: emailProblem, site_url: findAddressProblem },
    // Jira refuses uploads without this header.
    defaultHeaders: { "x-atlassian-token": "no-check" },
  },
  zendesk: {
    address: (config) => `https://${getConfigured(config, "subdomain")}.zendesk.com`,
    attach: createBasicAuth((config) => `${getConfigured(config, "email")}/token`),
    checks: {
      email: emailProblem,
      subdomain: createPatternCheck(
        SUBDOMAIN,
        "must be the part of your Zendesk URL before .zendesk.com, such as example",
      ),
    },
    test: {
      // An account whose API access is turned off answers everyone as an anonymous user.
      refusal: (body) => (getField(getField(body, "user"), "id") === null ? "anonymous" : undefined),
    },
  },
  stripe: { otherHosts: ["files.stripe.com"] },
  twilio: {
    // Agents may leave out the account, which every path except the list of accounts begins with.
    attach: (secrets) => ({
      ...createBasicAuth((config) => getConfigured(config, "account_sid"))(secrets),
      pathPrefix: `/Accounts/${getConfigured(secrets.config, "account_sid")}`,
    }),
    addPrefix: (prefix, path) => (/^\/Accounts(\.json)?([/?]|$)/.test(path) ? path : prefix + path),
    checks: {
      account_sid: createPatternCheck(/^AC[0-9a-fA-F]{32}$/, "must be AC and 32 hexadecimal digits"),
    },
  },
  smtp: SMTP,
  postgres: POSTGRES,
  serper: { otherHosts: ["scrape.serper.dev"], attach: createHeaderAuth("x-api-key") },
  google: GOOGLE,
  supabase: {
    address: (config) => getOwnAddress(config, "base_url"),
    attach: ({ credential }) => ({
      headers: { apikey: credential, authorization: `Bearer ${credential}` },
    }),
    // https://postgrest.org/en/stable/references/api/schemas.html: the schema of a request.
    defaultHeaders: { "accept-profile": "public", "content-profile": "public" },
    checks: { base_url: findAddressProblem },
  },
  qdrant: {
    address: (config) => getOwnAddress(config, "base_url"),
    attach: createHeaderAuth("api-key"),
    checks: { base_url: findAddressProblem },
  },
  pinecone: PINECONE,
  pipedrive: { attach: createHeaderAuth("x-api-token") },
  trello: {
    attach: ({ credential, config }) => ({
      headers: {},
      query: { key: getConfigured(config, "app_key"), token: credential },
    }),
  },
  // A personal token has no prefix; "Bearer" is for OAuth.
  clickup: { attach: createHeaderAuth("authorization") },
  wordpress: {
    address: (config) => getOwnAddress(config, "base_url"),
    attach: createBasicAuth((config) => getConfigured(config, "user")),
    checks: { base_url: findAddressProblem, user: userNameProblem },
  },
  woocommerce: {
    address: (config) => getOwnAddress(config, "base_url"),
    attach: createBasicAuth((config) => getConfigured(config, "consumer_key")),
    checks: {
      base_url: findAddressProblem,
      consumer_key: createPatternCheck(/^ck_[0-9a-f]{1,80}$/i, "must begin with ck_"),
    },
  },
  shopify: {
    address: (config) => `https://${getConfigured(config, "subdomain")}.myshopify.com`,
    attach: createHeaderAuth("x-shopify-access-token"),
    checks: {
      subdomain: createPatternCheck(
        SUBDOMAIN,
        "must be the part of your store's URL before .myshopify.com, such as example",
      ),
    },
  },
  mailchimp: {
    address: (config) => `https://${getConfigured(config, "subdomain")}.api.mailchimp.com`,
    attach: createBasicAuth(() => "stoa"),
    checks: {
      subdomain: createPatternCheck(
        SUBDOMAIN,
        "must be the part of your API key after its dash, such as us21",
      ),
    },
  },
  hunter: { attach: createHeaderAuth("x-api-key") },
  n8n: {
    address: (config) => getOwnAddress(config, "base_url"),
    attach: createHeaderAuth("x-n8n-api-key"),
    checks: { base_url: findAddressProblem },
  },
};
