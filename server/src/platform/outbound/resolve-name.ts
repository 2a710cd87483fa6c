import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { callbackify } from "node:util";

/** The time limit of a query. Two queries fit into the time limit of a connection. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Matches names that mean this machine and need no query (RFC 6761). Another check decides whether it may be
 * reached.
 */
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
 * Queries the system's name servers directly. The system's lookup would occupy one of the process's few threads until
 * it gets a response, so names that strangers enter and whose name servers do not respond could occupy all of them.
 * @param servers used instead of the system's name servers.
 */
export function createLookup(servers?: readonly string[]): LookupFunction {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);

  const lookUpAddresses = async (name: string): Promise<Found[]> => {
    if (LOCALHOST.test(name)) return LOOPBACK;
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [
      ...(four.status === "fulfilled" ? four.value.map((address) => ({ address, family: 4 as const })) : []),
      ...(six.status === "fulfilled" ? six.value.map((address) => ({ address, family: 6 as const })) : []),
    ];
    if (found.length === 0) throw four.status === "rejected" ? four.reason : new Error("no address");
    return found;
  };

  const find = callbackify(lookUpAddresses);
  return (name, { all }, done) =>
    find(name, (error, found) => {
      const [first] = found ?? [];
      if (error) done(error, "", 0);
      else if (all || first === undefined) done(null, found);
      else done(null, first.address, first.family);
    });
}
