import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import type { AddressPolicy } from "./address-policy.ts";
import { createAddressRefusal, OutboundError, type ReplacePort } from "./outbound.ts";

export interface ConnectOptions {
  policy: AddressPolicy;
  lookup: LookupFunction;
  /** Certificate authorities to trust in addition to the system's. */
  ca?: string[] | undefined;
  timeoutMs: number;
  /** Replaces a host's port in tests, whose servers cannot have the usual ports. */
  replacePort?: ReplacePort | undefined;
}

const createUnencryptedRefusal = () =>
  new OutboundError("address_refused", "Only https URLs are allowed, unless the operator allows the address");

/** Returns why connecting to an address is not allowed, or undefined if it is allowed. */
export function createAddressCheck(policy: AddressPolicy, protocol: string) {
  return (address: string): OutboundError | undefined => {
    if (!policy.isPermitted(address)) return createAddressRefusal();
    return protocol === "https:" || policy.isAllowedByOperator(address)
      ? undefined
      : createUnencryptedRefusal();
  };
}

/**
 * Connects only to permitted addresses. Every connection is checked here, including the connections of redirects. The
 * address that was checked is the address that is used, so a second lookup of the name cannot return a different one.
 */
export function createGuardedConnect({
  policy,
  lookup,
  ca,
  timeoutMs,
  replacePort = (_, declared) => declared,
}: ConnectOptions): buildConnector.connector {
  const createConnector = (refusal: (address: string) => OutboundError | undefined) => {
    const connect = buildConnector({
      lookup: createCheckedLookup(lookup, refusal),
      timeout: timeoutMs,
      allowH2: false,
      ...(ca && { ca }),
    });
    const connectGuarded: buildConnector.connector = (options, callback) => {
      /** Node does not call `lookup` for an IP address. */
      const literal = options.hostname.replace(/^\[|\]$/g, "");
      const error = isIP(literal) === 0 ? undefined : refusal(literal);
      const declared = Number(options.port) || (options.protocol === "https:" ? 443 : 80);
      const port = String(replacePort(options.hostname, declared));
      if (error) callback(error, null);
      else connect({ ...options, port }, callback);
    };
    return connectGuarded;
  };
  const https = createConnector(createAddressCheck(policy, "https:"));
  const http = createConnector(createAddressCheck(policy, "http:"));
  return (options, callback) => (options.protocol === "https:" ? https : http)(options, callback);
}

/**
 * Looks up a name. If one of its addresses is refused, the whole name is refused: honest names do not point into our
 * network.
 */
export function createCheckedLookup(
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
