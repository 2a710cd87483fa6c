import { isIP, type LookupFunction } from "node:net";
import type { AddressPolicy } from "./address-policy.ts";
import { createAddressCheck } from "./guarded-connect.ts";
import { OutboundError } from "./outbound.ts";
import { toOutboundError } from "./outbound-failure.ts";

/** Checks where a URL leads, without connecting. @returns why nothing may be sent there. */
export async function checkDestination(
  url: URL,
  policy: AddressPolicy,
  lookup: LookupFunction,
): Promise<OutboundError | undefined> {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return new OutboundError("address_refused", "Only https URLs are allowed");
  const refusal = createAddressCheck(policy, url.protocol);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return refusal(host);
  const found = await resolveAddresses(host, lookup);
  if (found instanceof OutboundError) return found;
  return found.map(refusal).find((one) => one !== undefined);
}

function resolveAddresses(name: string, lookup: LookupFunction): Promise<string[] | OutboundError> {
  return new Promise((resolve) => {
    lookup(name, { all: true }, (error, found) => {
      if (error) resolve(toOutboundError(error, "head"));
      else resolve(typeof found === "string" ? [found] : found.map(({ address }) => address));
    });
  });
}
