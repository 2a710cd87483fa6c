import type { Route } from "@stoa/contract";
import { expect, test } from "vitest";
import { ROUTE_GROUPS } from "../../scripts/generate/openapi.ts";
import type { Client } from "../harness/client.ts";
import type { World } from "./world.ts";

/** Every call of the contract, beyond those of the specification. */
const ROUTES: readonly Route[] = Object.values(ROUTE_GROUPS).flatMap((group) => Object.values(group));

/** An address of a route, with ids that nothing has. */
function someAddress(prefix: string, path: string): string {
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

/** Tries that each call of the contract is there, under both prefixes and each of its names, and closed. */
export function tryEveryRoute(world: () => World): void {
  const closed = ROUTES.filter(({ auth }) => auth === "session" || auth === "key");

  test("there are calls to try", () => {
    expect(closed.length).toBeGreaterThan(60);
  });

  test.each(closed.map((route) => [route.method, route.path, route] as const))(
    "%s %s is closed without its credential, under each of its names",
    async (method, path, route) => {
      const { client, caller } = world();
      /** What a valid API key opens of routes for sessions is tried with each scope (key-scopes.test.ts). */
      const other = route.auth === "key" ? { key: caller.token } : { token: `${caller.key.slice(0, -1)}?` };
      for (const name of [path, ...(route.aliases ?? [])])
        for (const prefix of ["/api/v1", "/api"]) {
          const address = someAddress(prefix, name);
          for (const credential of [{}, { token: "nobody" }, other])
            await expectUnauthorized(client.call(method, address, credential), address);
        }
    },
  );
}
