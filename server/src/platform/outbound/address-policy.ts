import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Addresses in public ranges at which clouds serve secrets to their own machines. */
const CLOUD_INTERNAL: ReadonlySet<string> = new Set(["168.63.129.16"]);
/** The only block from which public IPv6 addresses are assigned (RFC 4291). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/** Prefixes of addresses that contain an IPv4 address, and the byte at which it begins. */
const WRAPPED_AT: Readonly<Record<string, number>> = { ipv4Mapped: 12, rfc6145: 12, rfc6052: 12, "6to4": 2 };
/** The only NAT64 range whose last four bytes are always the IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/** Decides which addresses requests may go to. */
export interface AddressPolicy {
  /** Returns whether an address is public or allowed by the operator. */
  isPermitted(address: string): boolean;
  /** Returns whether the operator has allowed a range that contains the address. */
  isAllowedByOperator(address: string): boolean;
}

/** @param allowed ranges of the operator's network, as CIDR. @throws Error that names an invalid range. */
export function createAddressPolicy(allowed: readonly string[]): AddressPolicy {
  const ranges = allowed.map((range) => ipaddr.parseCIDR(range));
  const isAllowedByOperator = (address: string) => {
    const parsed = parse(address);
    return parsed !== undefined && ranges.some((range) => matches(parsed, range));
  };
  return {
    isAllowedByOperator,
    isPermitted: (address) => {
      const parsed = parse(address);
      return parsed !== undefined && (isPublic(parsed) || isAllowedByOperator(address));
    },
  };
}

/** Returns the final destination of a packet: the address itself, or the IPv4 address that an IPv6 address contains. */
function parse(address: string): Address | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 ? (unwrapIpv4(parsed) ?? parsed) : parsed;
}

function unwrapIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
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
