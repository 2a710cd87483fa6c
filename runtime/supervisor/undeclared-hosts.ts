import type { Ending } from "./endings.ts";

/** The maximum number of hosts in a sentence. Longer lists are hard to read, and the trace has all hosts. */
const MOST_NAMED = 5;

/** Matches the names with which clients look up the servers of a service (RFC 2782). */
const SERVER_LOOKUP = /^_[a-z0-9-]+\._(?:tcp|udp)\./;

/** Says which URL to use instead of one that makes clients look up servers. */
export const SERVER_LOOKUP_REMEDY =
  "Runs resolve declared hosts only and cannot look up the servers behind a name. With MongoDB, use the URL that begins with `mongodb://` and names each server, and declare each server with its port, such as `cluster0-shard-00-00.example.mongodb.net:27017`";

/** Returns the sentences that tell a developer which hosts to declare. */
export function describeUndeclaredHosts(hosts: readonly string[]): string {
  const lookups = hosts.filter((host) => SERVER_LOOKUP.test(host));
  const others = hosts.filter((host) => !SERVER_LOOKUP.test(host));
  const parts: string[] = [];
  if (others.length > 0) parts.push(describeOthers(others));
  if (lookups.length > 0)
    parts.push(`This agent tried to look up the servers of ${nameSome(lookups)}. ${SERVER_LOOKUP_REMEDY}.`);
  return parts.join(" ");
}

function describeOthers(hosts: readonly string[]): string {
  const it = hosts.length === 1 ? "it" : "them";
  return `This agent tried to reach ${nameSome(hosts)}, which it does not declare. Add ${it} to hosts.`;
}

function nameSome(hosts: readonly string[]): string {
  const named = hosts.slice(0, MOST_NAMED).join(", ");
  return named + (hosts.length > MOST_NAMED ? ` and ${hosts.length - MOST_NAMED} more` : "");
}

/** Adds undeclared hosts to the developer's detail of a failed run, because clients' errors rarely name them. */
export function addUndeclaredHosts(ending: Ending, hosts: readonly string[]): Ending {
  const { error } = ending;
  if (error === undefined || hosts.length === 0) return ending;
  const developerDetail = `${error.developerDetail}\n${describeUndeclaredHosts(hosts)}`;
  return { ...ending, error: { ...error, developerDetail } };
}
