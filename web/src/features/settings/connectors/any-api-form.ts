import { ANY_API, isApiHost } from "@stoa/contract/api-host";
import type { TypedConnector } from "./typed-connector.ts";

/**
 * Returns the initial form: a service by its name, "Any API" with the given host, or an empty form if neither is
 * offered.
 */
export function createInitialForm(requestedService: string, names: ReadonlySet<string>): TypedConnector {
  if (names.has(requestedService)) return { service: requestedService, values: {}, quota: "" };
  if (names.has(ANY_API) && isApiHost(requestedService))
    return { service: ANY_API, values: { host: requestedService, sign_in: "bearer" }, quota: "" };
  return { service: "", values: {}, quota: "" };
}

/** The order of the fields: the host, the sign-in method, and then its credentials. */
const ORDER = ["host", "sign_in", "name", "api_key", "token", "token_secret", "test_path"];

/** Sorts fields into the order of the form. */
export function sortNames(names: readonly string[]): string[] {
  return names.toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
}

const WAYS: Readonly<Record<string, string>> = {
  bearer: "Bearer token",
  header: "Custom header",
  query: "A query parameter",
  basic: "Username and password",
  oauth1: "OAuth 1.0a (signed requests)",
};

/** Returns the label of a sign-in method. */
export function getChoiceLabel(value: string): string {
  return WAYS[value] ?? value;
}

interface ShownField {
  readonly label?: string;
  readonly hint?: string;
}

/**
 * The labels and hints of fields by sign-in method. The form hides `name`, `token` and `token_secret` unless the method
 * has an entry for them.
 */
const FIELDS: Readonly<Record<string, Readonly<Record<string, ShownField>>>> = {
  bearer: { api_key: { hint: "Or a token, without the word Bearer" } },
  header: {
    name: { label: "Header name", hint: "The header that the API's documentation names, such as X-API-Key" },
    api_key: { hint: "The full header value, such as the key alone or Token followed by the key" },
  },
  query: {
    name: {
      label: "Parameter name",
      hint: "The parameter that the API's documentation names, such as api_key",
    },
  },
  basic: {
    name: { label: "Username", hint: "Your username, email address or key, as the API requires" },
    api_key: { label: "Password", hint: "Or the key that the API accepts instead" },
  },
  oauth1: {
    name: { label: "Consumer key", hint: "Also called API key or client key" },
    api_key: { label: "Consumer secret", hint: "Used to sign requests; never sent" },
    token: { label: "Access token (Optional)", hint: "For the account that the API acts on" },
    token_secret: { label: "Access token secret (Optional)", hint: "Used to sign requests; never sent" },
  },
};

const OF_A_WAY = new Set(["name", "token", "token_secret"]);

const OF_ALL: Readonly<Record<string, ShownField>> = {
  host: { hint: "Such as api.example.com. The key is only sent to this host." },
  test_path: {
    label: "Test path (Optional)",
    hint: "A path that needs the key and changes nothing, such as /v1/me. Test calls it.",
  },
};

/** Returns how a field of "Any API" is shown; undefined if the form does not ask for it. */
export function getShownField(
  name: string,
  values: Readonly<Record<string, string>>,
): ShownField | undefined {
  const own = FIELDS[values.sign_in ?? ""]?.[name];
  return own ?? (OF_A_WAY.has(name) ? undefined : (OF_ALL[name] ?? {}));
}

/** Returns the error if a sign-in method needs a name that is missing, otherwise undefined. */
export function nameProblem(values: Readonly<Record<string, string>>): string | undefined {
  const label = FIELDS[values.sign_in ?? ""]?.name?.label;
  return label === undefined || (values.name ?? "").trim() !== "" ? undefined : `${label} is required`;
}
