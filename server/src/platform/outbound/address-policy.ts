import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Addresses of the open internet by their range, where clouds answer their own machines with secrets. */
const CLOUD_INTERNAL: ReadonlySet<string> = new Set(["168.63.129.16"]);
/** The only block from which public IPv6 addresses are given out (RFC 4291). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/** Prefixes that carry an IPv4 address, and the byte at which it begins. */
const WRAPPED_AT: Readonly<Record<string, number>> = { ipv4Mapped: 12, rfc6145: 12, rfc6052: 12, "6to4": 2 };
/** Of the ranges for NAT64 only this one always has its IPv4 address in the last four bytes. */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/** Which addresses requests may go to. */
export interface AddressPolicy {
  /** A public address, or one that the operator allows. */
  permits(address: string): boolean;
  /** The operator has named a range that holds it. */
  isAllowedByOperator(address: string): boolean;
}

/** @param allowed ranges of the operator's own network, as CIDR. @throws Error naming one that is no range. */
export function createAddressPolicy(allowed: readonly string[]): AddressPolicy {
  const ranges = allowed.map((range) => ipaddr.parseCIDR(range));
  const isAllowedByOperator = (address: string) => {
    const parsed = parse(address);
    return parsed !== undefined && ranges.some((range) => matches(parsed, range));
  };
  return {
    isAllowedByOperator,
    permits: (address) => {
      const parsed = parse(address);
      return parsed !== undefined && (isPublic(parsed) || isAllowedByOperator(address));
    },
  };
}

/** The address that a packet is for in the end: what IPv6 wraps is looked at itself. */
function parse(address: string): Address | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 ? (unwrapped(parsed) ?? parsed) : parsed;
}

function unwrapped(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const range = address.range();
  const at = WRAPPED_AT[range];
  if (at === undefined || (range === "rfc6052" && !address.match(NAT64))) return undefined;
  return new ipaddr.IPv4(address.toByteArray().slice(at, at + 4));
}

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast" || CLOUD_INTERNAL.has(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

function matches(address: Address, [network, bits]: [Address, number]): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}
