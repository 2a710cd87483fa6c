import { ANY_API, apiHostIn } from "@stoa/contract";
import type { Attachment, ConnectorSecrets, ServiceDefinition } from "../service-definition.ts";
import { basic, bearer } from "./attach.ts";
import { configured, ofForm } from "./configured.ts";

/** How an API can be signed in to, as its documentation calls it. */
const WAYS = ["bearer", "header", "query", "basic"] as const;

const isWay = (value: string) => WAYS.some((way) => way === value);

/** RFC 9110, 5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]{1,100}$/;
const PARAMETER_NAME = /^[\x21-\x7e]{1,100}$/;
/** It ends at the first colon. */
const USER_NAME = /^[\x20-\x39\x3b-\x7e]{1,200}$/;

/** Of the connection itself, or read as another request than the one that is sent. */
const NOT_FOR_KEYS =
  /^(host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|x-forwarded-.*|forwarded|x-http-method.*)$/i;

/** What a name stands for depends on the way of signing in. */
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
};

function attach(secrets: ConnectorSecrets): Attachment {
  const { credential, config } = secrets;
  const { name = "" } = config;
  switch (config.sign_in) {
    case "header":
      return { headers: { [name.toLowerCase()]: credential } };
    case "query":
      return { headers: {}, query: { [name]: credential } };
    case "basic":
      return basic(() => name)(secrets);
    default:
      return bearer(secrets);
  }
}

/** Any API that a host answers, signed in to as its owner says. */
export const anyApi: ServiceDefinition = {
  name: ANY_API,
  displayName: "Any API",
  description: "An API at a host that you name, with a key of yours; one connector for each host",
  documentationUrl: "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Authentication",
  requiredFields: ["api_key", "host", "sign_in"],
  optionalFields: ["name", "test_path"],
  choices: { sign_in: WAYS },
  baseUrl: (config) => `https://${apiHostIn(configured(config, "host"))}`,
  attach,
  passesHeaders: true,
  checks: {
    host: (value) =>
      apiHostIn(value) === undefined
        ? "must be the host of an https address, such as api.example.com"
        : undefined,
    sign_in: (value) => (isWay(value) ? undefined : `must be one of ${WAYS.join(", ")}`),
    test_path: ofForm(/^\/[\x21\x22\x24-\x7e]{0,500}$/, "must be a path, such as /v1/me"),
  },
  checkTogether({ sign_in = "", name = "" }) {
    const wanted = NAMES[sign_in];
    if (wanted && !wanted.isOne(name)) return { field: "name", message: wanted.otherwise };
    return undefined;
  },
  test: {
    method: "GET",
    path: ({ test_path }) => test_path ?? "/",
    anyAnswerWill: ({ test_path }) => test_path === undefined,
  },
};

/** The service that a host of its own name is: what a person has connected there. */
export function apiAt(host: string): ServiceDefinition {
  const { host: _, ...checks } = anyApi.checks ?? {};
  return {
    ...anyApi,
    name: host,
    displayName: host,
    requiredFields: anyApi.requiredFields.filter((field) => field !== "host"),
    baseUrl: () => `https://${host}`,
    checks,
  };
}
