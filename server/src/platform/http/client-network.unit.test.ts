import Fastify from "fastify";
import { expect, test } from "vitest";
import { addClientNetwork } from "./client-network.ts";
import { forwardedBy, type TrustedProxies } from "./trusted-proxies.ts";

async function networkFor(
  proxies: TrustedProxies,
  headers: Record<string, string>,
  { peer = "127.0.0.1", expectsProxy = false } = {},
): Promise<string | null> {
  const app = Fastify({ trustProxy: forwardedBy(proxies) });
  addClientNetwork(app, { proxies, expectsProxy });
  app.get("/", async (request) => ({ network: request.network ?? null }));
  return (await app.inject({ url: "/", headers, remoteAddress: peer })).json().network;
}

const FORWARDED = { "x-forwarded-for": "203.0.113.9" };

test("a declared proxy names the client, be it declared by count or by range", async () => {
  expect(await networkFor(1, FORWARDED)).toBe("203.0.113.9");
  expect(await networkFor(["127.0.0.0/8"], FORWARDED)).toBe("203.0.113.9");
});

test("a client on this machine has no network, also when a declared proxy says so", async () => {
  expect(await networkFor(0, {})).toBeNull();
  expect(await networkFor(1, { "x-forwarded-for": "127.0.0.1" })).toBeNull();
});

test("a forwarded request of a peer outside the declared ranges is nobody's on this machine", async () => {
  expect(await networkFor(["10.0.0.0/8"], FORWARDED)).toBe("undeclared-proxy");
  expect(await networkFor(0, { forwarded: "for=203.0.113.9" })).toBe("undeclared-proxy");
});

test("the header Forwarded alone exempts nobody, since no proxy's is read", async () => {
  expect(await networkFor(1, { forwarded: "for=203.0.113.9" })).toBe("undeclared-proxy");
});

test("with an https public URL and no setting nobody is taken for a client on this machine", async () => {
  expect(await networkFor(0, {}, { expectsProxy: true })).toBe("undeclared-proxy");
});

test("a peer that claims an address keeps its own", async () => {
  expect(await networkFor(0, FORWARDED, { peer: "198.51.100.7" })).toBe("198.51.100.7");
});
