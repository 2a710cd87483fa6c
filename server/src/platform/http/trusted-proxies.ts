import { BlockList, isIPv6 } from "node:net";

/** The proxies in front whose word about a request is believed: how many there are, or the ranges they are in. */
export type TrustedProxies = number | readonly string[];

/** How Fastify reads `X-Forwarded-For`: from its end, past our proxies; what a client wrote into it comes before. */
export function forwardedBy(
  proxies: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies !== "number") return [...proxies];
  return proxies > 0 && ((_, hop) => hop < proxies);
}

/** Whether what has connected to us is one of them. */
export function proxyTest(proxies: TrustedProxies): (peer: string | undefined) => boolean {
  if (typeof proxies === "number") return () => proxies > 0;
  const ranges = new BlockList();
  for (const range of proxies) {
    const [network = "", bits] = range.split("/");
    ranges.addSubnet(network, Number(bits), isIPv6(network) ? "ipv6" : "ipv4");
  }
  return (peer) => peer !== undefined && ranges.check(peer, isIPv6(peer) ? "ipv6" : "ipv4");
}
