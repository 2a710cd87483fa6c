import * as contract from "@stoa/contract";
import { ADDRESS_RATES, getRateClass, PLAN_RATES, RATE_WINDOW_SECONDS, type Route } from "@stoa/contract";
import { parseList } from "structured-headers";
import { beforeAll, expect, test } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer({ env: { STOA_TRUST_PROXY: "true" } });

const isRoute = (value: unknown): value is Route =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "auth" in value;

/** Every route of the contract under each of its paths. */
const ROUTES = Object.entries(contract)
  .filter(([name]) => name.endsWith("Routes"))
  .flatMap(([, group]) => Object.values(group).filter(isRoute))
  .flatMap((route) => [route.path, ...(route.aliases ?? [])].map((path) => ({ route, path })))
  .map(({ route, path }) => ({ name: `${route.method} ${path}`, route, path }));

let token = "";
let key = "";
beforeAll(async () => {
  const { client } = server();
  ({ token } = await client.register());
  key = Object((await client.get("/api/v1/users/me", { token })).body).api_key;
});

function ask(route: Route, path: string, credential: { token?: string; key?: string }) {
  return server().client.call(route.method, `/api/v1${path.replace(/:\w+/g, "999999")}`, {
    ...credential,
    headers: { "x-forwarded-for": "203.0.113.80", accept: "application/json" },
    ...(route.method !== "GET" && { json: {} }),
  });
}

/** Returns each policy in the response as `reads;q=1200;w=60`, and checks that the remaining values fit it. */
function parsePolicies(headers: Headers): string[] {
  const policies = parseList(headers.get("ratelimit-policy") ?? "");
  const standings = parseList(headers.get("ratelimit") ?? "");
  expect(standings.map(([name]) => name)).toEqual(policies.map(([name]) => name));
  return policies.map(([name, parameters], at) => {
    const quota = Number(parameters.get("q"));
    const standing = standings[at]?.[1];
    expect(standing?.get("r")).toBeLessThan(quota);
    expect(standing?.get("r")).toBeGreaterThanOrEqual(0);
    expect(standing?.get("t")).toBeGreaterThanOrEqual(1);
    expect(standing?.get("t")).toBeLessThanOrEqual(RATE_WINDOW_SECONDS);
    return `${String(name)};q=${quota};w=${String(parameters.get("w"))}`;
  });
}

/** Routes that would end the credentials that the other calls use. */
const ENDS_CREDENTIALS =
  /^(POST \/users\/(me\/refresh-api-key|.*sign-out)|DELETE \/users\/me$)|refresh|logout|sessions/;

test.each(ROUTES)(
  "$name returns its rate limit and the remaining requests with every response",
  async ({ name, route, path }) => {
    const rateClass = getRateClass(route);
    const anonymous = await ask(route, path, {});
    expect(anonymous.headers.get("x-request-id")).toMatch(/^req_/);
    if (rateClass === undefined) {
      expect(anonymous.headers.get("ratelimit")).toBeNull();
      return;
    }
    const ofAddress = rateClass === "sign_in" ? "sign_in" : "anonymous";
    expect(parsePolicies(anonymous.headers)).toEqual([`${ofAddress};q=${ADDRESS_RATES[ofAddress]};w=60`]);
    if (rateClass === "sign_in" || route.auth === "public" || ENDS_CREDENTIALS.test(name)) return;

    const known = await ask(route, path, route.auth === "key" ? { key } : { token });
    const quota = PLAN_RATES.free[rateClass];
    const ofKey = route.auth === "key" ? [`${rateClass}_key;q=${quota * 0.8};w=60`] : [];
    expect(parsePolicies(known.headers)).toEqual([`${rateClass};q=${quota};w=60`, ...ofKey]);

    const wrong = await ask(route, path, route.auth === "key" ? { key: "stoa_wrong" } : { token: "wrong" });
    expect(parsePolicies(wrong.headers)).toEqual([`credentials;q=${ADDRESS_RATES.credentials};w=60`]);
  },
);
