import { BlockList, isIPv6 } from "node:net";

/** The trusted proxies in front of the server: their number, or their address ranges. */
export type TrustedProxies = number | readonly string[];

/**
 * Returns Fastify's `trustProxy` setting. `X-Forwarded-For` is read from its end, past the entries of our proxies,
 * because a client can forge only the entries before them.
 */
export function isForwardedBy(
  proxies: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies !== "number") return [...proxies];
  return proxies > 0 && ((_, hop) => hop < proxies);
}

/** Returns a function that tests whether a peer address is a trusted proxy. */
export function createProxyTest(proxies: TrustedProxies): (peer: string | undefined) => boolean {
  if (typeof proxies === "number") return () => proxies > 0;
  const ranges = new BlockList();
  for (const range of proxies) {
    const [network = "", bits] = range.split("/");
    ranges.addSubnet(network, Number(bits), isIPv6(network) ? "ipv6" : "ipv4");
  }
  return (peer) => peer !== undefined && ranges.check(peer, isIPv6(peer) ? "ipv6" : "ipv4");
}
