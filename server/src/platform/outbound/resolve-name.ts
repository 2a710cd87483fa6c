import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { callbackify } from "node:util";

/** Two questions of two seconds: within the time that a connection has. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** This machine, without asking anybody (RFC 6761): whether it may be reached is decided elsewhere. */
const LOCALHOST = /^(?:.+\.)?localhost\.?$/i;
const LOOPBACK: Found[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

interface Found {
  address: string;
  family: 4 | 6;
}

/**
 * Asks the system's name servers ourselves. The system's own lookup would hold one of the few threads that the whole
 * process has for it until an answer comes: names whose servers keep silent, entered by strangers, could take them all.
 * @param servers instead of the system's.
 */
export function createLookup(servers?: readonly string[]): LookupFunction {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);

  const addressesOf = async (name: string): Promise<Found[]> => {
    if (LOCALHOST.test(name)) return LOOPBACK;
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [
      ...(four.status === "fulfilled" ? four.value.map((address) => ({ address, family: 4 as const })) : []),
      ...(six.status === "fulfilled" ? six.value.map((address) => ({ address, family: 6 as const })) : []),
    ];
    if (found.length === 0) throw four.status === "rejected" ? four.reason : new Error("no address");
    return found;
  };

  const find = callbackify(addressesOf);
  return (name, { all }, done) =>
    find(name, (error, found) => {
      const [first] = found ?? [];
      if (error) done(error, "", 0);
      else if (all || first === undefined) done(null, found);
      else done(null, first.address, first.family);
    });
}
