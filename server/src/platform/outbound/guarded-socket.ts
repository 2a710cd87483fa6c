import { isIP, type LookupFunction, connect as openSocket, type Socket } from "node:net";
import type { AddressPolicy } from "./address-policy.ts";
import { createCheckedLookup } from "./guarded-connect.ts";
import { type BareConnection, createAddressRefusal, OutboundError, type ReplacePort } from "./outbound.ts";
import { toOutboundError } from "./outbound-failure.ts";

interface SocketOptions extends BareConnection {
  policy: AddressPolicy;
  lookup: LookupFunction;
  /** Replaces a host's port in tests, whose servers cannot have the usual ports. */
  replacePort?: ReplacePort | undefined;
}

/**
 * Connects to a permitted address, for a protocol that does its own encryption.
 * @throws OutboundError if the address is refused or cannot be reached.
 */
export function openGuardedSocket({
  host,
  port,
  connectMs,
  isHalfOpen = false,
  signal,
  policy,
  lookup,
  replacePort = (_, declared) => declared,
}: SocketOptions): Promise<Socket> {
  const refusal = (address: string) => (policy.isPermitted(address) ? undefined : createAddressRefusal());
  const early = isIP(host) === 0 ? undefined : refusal(host);
  if (early) return Promise.reject(early);
  return new Promise((resolve, reject) => {
    const socket = openSocket({
      host,
      port: replacePort(host, port),
      lookup: createCheckedLookup(lookup, refusal),
      allowHalfOpen: isHalfOpen,
      noDelay: true,
      signal,
    });
    const failed = (error: unknown) => {
      socket.destroy();
      reject(
        signal.aborted
          ? new OutboundError("aborted", "The request was canceled")
          : toOutboundError(error, "head"),
      );
    };
    const tooLate = () => failed(new OutboundError("timeout", "Connecting to the server timed out"));
    socket.setTimeout(connectMs, tooLate);
    socket.once("error", failed);
    socket.once("connect", () => {
      socket.setTimeout(0);
      socket.off("timeout", tooLate).off("error", failed);
      resolve(socket);
    });
  });
}
