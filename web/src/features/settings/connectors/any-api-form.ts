import { ANY_API, isApiHost } from "@stoa/contract/api-host";
import type { TypedConnector } from "./new-connector.ts";

/** What the form begins with: a service by its name, or "Any API" at the host that is one's name. */
export function beginningWith(asked: string, names: ReadonlySet<string>): TypedConnector {
  if (names.has(asked)) return { service: asked, values: {}, quota: "" };
  if (names.has(ANY_API) && isApiHost(asked))
    return { service: ANY_API, values: { host: asked, sign_in: "bearer" }, quota: "" };
  return { service: "", values: {}, quota: "" };
}

/** As one thinks of them: where, how, with what. */
const ORDER = ["host", "sign_in", "name", "api_key", "test_path"];

/** Fields in the order in which the form asks them. */
export function inOrder(names: readonly string[]): string[] {
  return names.toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
}

const WAYS: Readonly<Record<string, string>> = {
  bearer: "Bearer token",
  header: "A header of its own",
  query: "A query parameter",
  basic: "User name and password",
};

/** What a way to sign in is called. */
export function choiceLabel(value: string): string {
  return WAYS[value] ?? value;
}

const NAMES: Readonly<Record<string, { label: string; hint: string }>> = {
  header: { label: "Header name", hint: "As the API's documentation says, such as X-API-Key" },
  query: { label: "Parameter name", hint: "As the API's documentation says, such as api_key" },
  basic: { label: "User name", hint: "Your name or e-mail address there" },
};

const HINTS: Readonly<Record<string, { label?: string; hint: string }>> = {
  host: { hint: "Such as api.example.com. The key is sent to this host alone." },
  test_path: {
    label: "Test path (Optional)",
    hint: "A path that needs the key and changes nothing, such as /v1/me: Test asks it.",
  },
};

/** How a field of "Any API" is shown; undefined where it is not asked. */
export function shownField(
  name: string,
  values: Readonly<Record<string, string>>,
): { label?: string; hint?: string } | undefined {
  if (name === "name") return NAMES[values.sign_in ?? ""];
  if (name === "api_key" && values.sign_in === "basic") return { label: "Password" };
  return HINTS[name] ?? {};
}
