import ipaddr from "ipaddr.js";

/**
 * The parts of an IPv6 address that identify a network. Internet providers assign at least a /64 network to each
 * household, so one client can use 2^64 addresses.
 */
const IPV6_NETWORK_PARTS = 4;

/** Returns the network of an address, as an approximation of its owner; `undefined` for an address of this machine. */
export function toNetwork(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.range() === "loopback") return undefined;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, IPV6_NETWORK_PARTS)
    .map((part) => part.toString(16))
    .join(":");
}
