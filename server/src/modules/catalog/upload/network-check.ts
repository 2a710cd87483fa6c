import {
  ANY_HOST,
  describeHosts,
  isCoveredBy,
  MAX_AGENT_HOSTS,
  normalizeHost,
} from "@stoa/contract/agent-hosts";
import type { HostsInFile, Inspection, InspectionProblem } from "@stoa/runtime/protocol";
import { SERVER_LOOKUP_REMEDY } from "@stoa/runtime/supervisor";
import { type CheckResult, failCheck } from "./check-list.ts";
import { listClientHosts } from "./client-hosts.ts";

/** The number of hosts that a sentence names. Longer lists are hard to read. */
const MAX_NAMED = 10;

export interface NetworkFacts {
  /** The hosts that the version declares, each once, in normalized form. */
  hosts: string[];
  /** The subset of `hosts` at which the developer calls models with their own key. */
  modelHosts: string[];
}

/** A host that the file seems to reach, with the place that shows it. */
interface Proposal {
  host: string;
  /** The place that shows the host, such as "line 4" or "the client groq". */
  seenIn: string;
}

/** Checks the hosts that a file declares, and proposes other hosts that the file seems to reach. */
export function checkNetwork({ inspection }: { inspection: Inspection }): CheckResult<NetworkFacts> {
  const { hosts: found, hostProblem, declaration } = inspection;
  if (hostProblem) return failCheck(hostProblem);
  // The analysis of a workflow finds its hosts, which may be addresses in the developer's own network.
  if (!found) return passCheck(declaration.hosts ?? [], [], []);
  const read = readDeclared(found);
  if ("problem" in read) return failCheck(read.problem);
  const modelHosts = listModelHosts(inspection, found).filter((host) => isCoveredBy(host, read.hosts));
  const proposals = describeProposals(inspection, found, read.hosts);
  return passCheck(read.hosts, modelHosts, [describeServerLookup(found), proposals]);
}

function passCheck(
  hosts: string[],
  modelHosts: string[],
  findings: readonly (string | undefined)[],
): CheckResult<NetworkFacts> {
  const reaches = hosts.length === 0 ? "Reaches no hosts" : `Sends requests to ${describeHosts(hosts)}`;
  const own =
    modelHosts.length === 0
      ? undefined
      : `Models at ${describeHosts(modelHosts)} are called with your own key. Their tokens are not metered, and callers do not pay for them`;
  const warnings = findings.filter((finding) => finding !== undefined);
  const detail = [reaches, own, ...warnings].filter((part) => part !== undefined).join(". ");
  return { ok: true, detail, facts: { hosts, modelHosts }, ...(warnings.length > 0 && { warns: true }) };
}

function readDeclared({ declared }: HostsInFile): { hosts: string[] } | { problem: InspectionProblem } {
  const hosts = new Set<string>();
  for (const { host: written, line } of declared) {
    const read = normalizeHost(written);
    if ("problem" in read) return { problem: { message: read.problem, ...(line !== undefined && { line }) } };
    hosts.add(read.host);
  }
  if (hosts.size > MAX_AGENT_HOSTS)
    return { problem: { message: `An agent can declare at most ${MAX_AGENT_HOSTS} hosts.` } };
  return { hosts: [...hosts].sort(compareHosts) };
}

/** Orders hosts as callers read them: the widest first. */
function compareHosts(left: string, right: string): number {
  if (left === ANY_HOST || right === ANY_HOST) return left === ANY_HOST ? -1 : 1;
  return left < right ? -1 : 1;
}

function listModelHosts({ imports }: Inspection, { written }: HostsInFile): string[] {
  const seen = [...written, ...listClientHosts(imports)].filter(({ isModelEndpoint }) => isModelEndpoint);
  return [...new Set(seen.flatMap(({ host }) => toHost(host) ?? []))];
}

function toHost(written: string): string | undefined {
  const read = normalizeHost(written);
  return "host" in read ? read.host : undefined;
}

/** Returns the hosts that a file seems to reach and does not declare. */
function listProposals(
  { imports, declaration }: Inspection,
  { written }: HostsInFile,
  hosts: readonly string[],
): Proposal[] {
  const services = new Set(declaration.connectors.map(({ service }) => service));
  const seen = [
    ...written.map(({ host, line }) => ({ host, seenIn: line === undefined ? "its code" : `line ${line}` })),
    ...listClientHosts(imports).map(({ host, module }) => ({ host, seenIn: `the client ${module}` })),
  ];
  const proposals = new Map<string, Proposal>();
  for (const { host: name, seenIn } of seen) {
    const host = toHost(name);
    if (host === undefined || services.has(host) || isCoveredBy(host, hosts)) continue;
    if (!proposals.has(host)) proposals.set(host, { host, seenIn });
  }
  return [...proposals.values()];
}

function describeProposals(
  inspection: Inspection,
  found: HostsInFile,
  hosts: readonly string[],
): string | undefined {
  const proposals = listProposals(inspection, found, hosts);
  if (proposals.length === 0) return undefined;
  const named = proposals.slice(0, MAX_NAMED).map(({ host, seenIn }) => `${host} (${seenIn})`);
  const more = proposals.length > MAX_NAMED ? ` and ${proposals.length - MAX_NAMED} more` : "";
  const all = [...hosts, ...proposals.map(({ host }) => host)].slice(0, MAX_AGENT_HOSTS);
  return `The file names ${named.join(", ")}${more}, which it does not declare, so runs cannot reach ${proposals.length === 1 ? "it" : "them"}. ${adviseLine(found, all)}`;
}

function describeServerLookup({ serverLookup }: HostsInFile): string | undefined {
  if (serverLookup === undefined) return undefined;
  const where = serverLookup.line === undefined ? "Its code" : `Line ${serverLookup.line}`;
  return `${where} has a URL that begins with \`mongodb+srv://\`. ${SERVER_LOOKUP_REMEDY}`;
}

/** Returns a sentence with the line of code that declares these hosts. */
function adviseLine({ place }: HostsInFile, hosts: readonly string[]): string {
  const list = `[${hosts.map((host) => JSON.stringify(host)).join(", ")}]`;
  if (place === "metadata")
    return `To allow this, write \`hosts = ${list}\` under \`[tool.stoa]\` in the script block`;
  if (place === "decorator") return `To allow this, write \`@stoa.agent(hosts=${list})\``;
  return `To allow this, write \`STOA_HOSTS = ${list}\` at the top level of the file`;
}
