import { parseApiHost } from "@stoa/contract";
import type { Attachment, ConnectorSecrets, ServiceBehavior } from "../service-definition.ts";
import { createOAuth1Headers, type OAuth1Keys } from "../signing/oauth1.ts";
import { createBasicAuth, createBearerAuth } from "./attach.ts";
import { createPatternCheck, getConfigured } from "./configured.ts";

/** The kinds of authentication that an API can use. */
const WAYS = ["bearer", "header", "query", "basic", "oauth1"] as const;

const isWay = (value: string) => WAYS.some((way) => way === value);

/** The form of a header's name (RFC 9110, 5.6.2). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]{1,100}$/;
const PARAMETER_NAME = /^[\x21-\x7e]{1,100}$/;
/**
 * A user name of basic authentication. It has no colon, because the first colon ends the user name.
 */
const USER_NAME = /^[\x20-\x39\x3b-\x7e]{1,200}$/;

/** Headers that control the connection or could change how a request is interpreted. */
const NOT_FOR_KEYS =
  /^(host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|x-forwarded-.*|forwarded|x-http-method.*)$/i;

/** The meaning of `name` depends on the kind of authentication. */
const NAMES: Readonly<Record<string, { isOne: (name: string) => boolean; otherwise: string }>> = {
  header: {
    isOne: (name) => HEADER_NAME.test(name) && !NOT_FOR_KEYS.test(name),
    otherwise: "name must be the name of a header, such as X-API-Key",
  },
  query: {
    isOne: (name) => PARAMETER_NAME.test(name),
    otherwise: "name must be the name of a query parameter, such as api_key",
  },
  basic: {
    isOne: (name) => USER_NAME.test(name),
    otherwise: "name must be the user's name, without a colon",
  },
  oauth1: {
    isOne: (name) => PARAMETER_NAME.test(name),
    otherwise: "name must be the consumer key",
  },
};

/** Checks the token of OAuth 1, which uses two keys. */
const TOKEN = createPatternCheck(/^[\x21-\x7e]{1,1000}$/, "must contain only ASCII characters");

function getOAuth1Keys({ credential, config }: ConnectorSecrets): OAuth1Keys {
  const { name = "", token, token_secret: secret } = config;
  return {
    consumerKey: name,
    consumerSecret: credential,
    ...(token !== undefined && secret !== undefined && { token: { key: token, secret } }),
  };
}

function attach(secrets: ConnectorSecrets): Attachment {
  const { credential, config } = secrets;
  const { name = "" } = config;
  switch (config.sign_in) {
    case "header":
      return { headers: { [name.toLowerCase()]: credential } };
    case "query":
      return { headers: {}, query: { [name]: credential } };
    case "basic":
      return createBasicAuth(() => name)(secrets);
    case "oauth1":
      return { headers: {}, secrets: [config.token_secret ?? ""] };
    default:
      return createBearerAuth(secrets);
  }
}

/** Any API at one host, with the kind of authentication that its owner chooses. */
export const ANY_API_BEHAVIOR: ServiceBehavior = {
  optionalFields: ["name", "token", "token_secret", "test_path"],
  choices: { sign_in: WAYS },
  address: (config) => `https://${parseApiHost(getConfigured(config, "host"))}`,
  attach,
  signer: (secrets) =>
    secrets.config.sign_in === "oauth1"
      ? (request) => createOAuth1Headers(getOAuth1Keys(secrets), request)
      : undefined,
  passesHeaders: true,
  checks: {
    host: (value) =>
      parseApiHost(value) === undefined
        ? "must be the host of an https URL, such as api.example.com"
        : undefined,
    sign_in: (value) => (isWay(value) ? undefined : `must be one of ${WAYS.join(", ")}`),
    token: TOKEN,
    token_secret: TOKEN,
    test_path: createPatternCheck(/^\/[\x21\x22\x24-\x7e]{0,500}$/, "must be a path, such as /v1/me"),
  },
  checkTogether({ sign_in = "", name = "", token, token_secret: secret }) {
    const wanted = NAMES[sign_in];
    if (wanted && !wanted.isOne(name)) return { field: "name", message: wanted.otherwise };
    if (sign_in !== "oauth1" || (token === undefined) === (secret === undefined)) return undefined;
    return secret === undefined
      ? { field: "token_secret", message: "token_secret is required with token" }
      : { field: "token", message: "token is required with token_secret" };
  },
  test: {
    method: "GET",
    path: ({ test_path }) => test_path ?? "/",
    anyAnswerWill: ({ test_path }) => test_path === undefined,
  },
};
