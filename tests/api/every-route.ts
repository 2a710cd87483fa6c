import type { Route } from "@stoa/contract";
import { expect, test } from "vitest";
import { ROUTE_GROUPS } from "../../scripts/generate/openapi.ts";
import type { Client } from "../harness/client.ts";
import type { World } from "./world.ts";

/** Every route of the contract, including those that the specification does not name. */
const ROUTES: readonly Route[] = Object.values(ROUTE_GROUPS).flatMap((group) => Object.values(group));

/** Returns a URL of a route, with ids that do not exist. */
function createAddress(prefix: string, path: string): string {
  return prefix + path.replace(/:\w+/g, "2000000000");
}

async function expectUnauthorized(answer: ReturnType<Client["call"]>, address: string): Promise<void> {
  const { status, body } = await answer;
  expect({ address, status, error: Object(body).error }).toEqual({
    address,
    status: 401,
    error: "unauthorized",
  });
}

/**
 * Declares tests that each route of the contract exists under both prefixes and all its paths and requires a
 * credential.
 */
export function tryEveryRoute(getWorld: () => World): void {
  const closed = ROUTES.filter(({ auth }) => auth === "session" || auth === "key");

  test("more than sixty routes require a credential", () => {
    expect(closed.length).toBeGreaterThan(60);
  });

  test.each(closed.map((route) => [route.method, route.path, route] as const))(
    "%s %s returns 401 without its credential at each of its paths",
    async (method, path, route) => {
      const { client, caller } = getWorld();
      /** key-scopes.test.ts tests which session routes accept an API key. */
      const other = route.auth === "key" ? { key: caller.token } : { token: `${caller.key.slice(0, -1)}?` };
      for (const name of [path, ...(route.aliases ?? [])])
        for (const prefix of ["/api/v1", "/api"]) {
          const address = createAddress(prefix, name);
          for (const credential of [{}, { token: "nobody" }, other])
            await expectUnauthorized(client.call(method, address, credential), address);
        }
    },
  );
}
