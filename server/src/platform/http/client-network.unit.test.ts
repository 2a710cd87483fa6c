import Fastify from "fastify";
import { expect, test } from "vitest";
import { addClientNetwork } from "./client-network.ts";
import { isForwardedBy, type TrustedProxies } from "./trusted-proxies.ts";

async function networkFor(
  proxies: TrustedProxies,
  headers: Record<string, string>,
  { peer = "127.0.0.1", expectsProxy = false } = {},
): Promise<string | null> {
  const app = Fastify({ trustProxy: isForwardedBy(proxies) });
  addClientNetwork(app, { proxies, expectsProxy });
  app.get("/", async (request) => ({ network: request.network ?? null }));
  return (await app.inject({ url: "/", headers, remoteAddress: peer })).json().network;
}

const FORWARDED = { "x-forwarded-for": "203.0.113.9" };

test("a proxy declared by count or by range determines the client's address", async () => {
  expect(await networkFor(1, FORWARDED)).toBe("203.0.113.9");
  expect(await networkFor(["127.0.0.0/8"], FORWARDED)).toBe("203.0.113.9");
});

test("a client on this machine belongs to no network, even behind a declared proxy", async () => {
  expect(await networkFor(0, {})).toBeNull();
  expect(await networkFor(1, { "x-forwarded-for": "127.0.0.1" })).toBeNull();
});

test("a forwarded request from an undeclared peer does not count as local", async () => {
  expect(await networkFor(["10.0.0.0/8"], FORWARDED)).toBe("undeclared-proxy");
  expect(await networkFor(0, { forwarded: "for=203.0.113.9" })).toBe("undeclared-proxy");
});

test("a request with only the Forwarded header does not count as local, because proxies' Forwarded headers are not read", async () => {
  expect(await networkFor(1, { forwarded: "for=203.0.113.9" })).toBe("undeclared-proxy");
});

test("no request counts as local if the public URL uses https and no proxy is configured", async () => {
  expect(await networkFor(0, {}, { expectsProxy: true })).toBe("undeclared-proxy");
});

test("a remote peer cannot claim another address", async () => {
  expect(await networkFor(0, FORWARDED, { peer: "198.51.100.7" })).toBe("198.51.100.7");
});
