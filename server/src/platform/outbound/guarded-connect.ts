import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import type { AddressPolicy } from "./address-policy.ts";
import { OutboundError } from "./outbound.ts";

export interface ConnectOptions {
  policy: AddressPolicy;
  lookup: LookupFunction;
  /** Certificate authorities to trust in addition to the system's. */
  ca?: string[] | undefined;
  timeoutMs: number;
}

const refused = () =>
  new OutboundError("address_refused", "The address leads into a network that must not be reached from here");
const unencrypted = () =>
  new OutboundError("address_refused", "Only https may be used, unless the operator allows the address");

/** Returns why connecting to an address is not allowed, or undefined if it is allowed. */
export function addressRefusal(policy: AddressPolicy, protocol: string) {
  return (address: string): OutboundError | undefined => {
    if (!policy.permits(address)) return refused();
    return protocol === "https:" || policy.isAllowedByOperator(address) ? undefined : unencrypted();
  };
}

/**
 * Connects only to permitted addresses. Every connection is checked here, including those of redirects. The address
 * that was checked is the address that is used, so a second lookup of the name cannot return a different one.
 */
export function guardedConnect({ policy, lookup, ca, timeoutMs }: ConnectOptions): buildConnector.connector {
  const connectorFor = (refusal: (address: string) => OutboundError | undefined) => {
    const connect = buildConnector({
      lookup: checkedLookup(lookup, refusal),
      timeout: timeoutMs,
      allowH2: false,
      ...(ca && { ca }),
    });
    const guarded: buildConnector.connector = (options, callback) => {
      /** Node does not call `lookup` for an IP address. */
      const literal = options.hostname.replace(/^\[|\]$/g, "");
      const error = isIP(literal) === 0 ? undefined : refusal(literal);
      if (error) callback(error, null);
      else connect(options, callback);
    };
    return guarded;
  };
  const https = connectorFor(addressRefusal(policy, "https:"));
  const http = connectorFor(addressRefusal(policy, "http:"));
  return (options, callback) => (options.protocol === "https:" ? https : http)(options, callback);
}

/** If one address of a name is refused, the whole name is refused: honest names do not point into our network. */
export function checkedLookup(
  lookup: LookupFunction,
  refusal: (address: string) => OutboundError | undefined,
): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, addresses, family) => {
      const found = typeof addresses === "string" ? [{ address: addresses }] : (addresses ?? []);
      const failure = error ?? found.map(({ address }) => refusal(address)).find((one) => one !== undefined);
      if (failure) callback(failure, typeof addresses === "string" ? "" : [], family);
      else callback(null, addresses, family);
    });
}
