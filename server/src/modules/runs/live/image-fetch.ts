import { isApiHost } from "@stoa/contract/api-host";
import { type FetchImage, ImageRefused } from "@stoa/gateway";
import { isDeclaredHost } from "../../../platform/outbound/declared-hosts.ts";
import { type Outbound, OutboundError } from "../../../platform/outbound/outbound.ts";
import { countPieces, TRAFFIC_SPENT } from "../../../platform/outbound/traffic.ts";
import type { LiveRun, LiveRuns } from "./live-run.ts";
import { findWebAddresses } from "./web-addresses.ts";

/**
 * The number of redirects to follow. Sites redirect to their main host, and from there to their image host.
 */
const MAX_REDIRECTS = 5;
/**
 * How long connecting may take. Image hosts accept connections within a fraction of a second. A server that takes
 * longer is probably down.
 */
const CONNECT_MS = 5_000;

interface ImageFetchOptions {
  live: LiveRuns;
  outbound: Pick<Outbound, "request">;
}

/**
 * Fetches images that agents pass to models as URLs. A run may fetch URLs that its caller sent, and URLs on hosts that
 * the agent declares. A URL that agent code makes up could send the caller's data to a third party, so it is refused.
 */
export function createImageFetch({ live, outbound }: ImageFetchOptions): FetchImage {
  const givenByRun = new WeakMap<LiveRun, ReadonlySet<string>>();
  const findInputAddresses = (run: LiveRun) => {
    const given = givenByRun.get(run) ?? findWebAddresses(run.terms.input);
    givenByRun.set(run, given);
    return given;
  };

  return async ({ runId }, address, { maxBytes, timeoutMs, signal }) => {
    const run = live.get(runId);
    if (run === undefined || run.over.aborted) throw new ImageRefused("cannot be fetched: the run has ended");
    const hosts = [...run.terms.agent.hosts, ...getApiHosts(run)];
    const isGiven = findInputAddresses(run.root).has(address.href);
    if (!isGiven && !isDeclaredHost(hosts, address)) throw createUnreachable(address);
    if (run.traffic.isSpent) throw new ImageRefused(`cannot be fetched: ${removeFullStop(TRAFFIC_SPENT)}`);
    const patience = { connectMs: CONNECT_MS, headMs: timeoutMs, idleMs: timeoutMs, totalMs: timeoutMs };
    try {
      const answer = await outbound.request({
        method: "GET",
        url: address,
        headers: { accept: "image/png, image/jpeg, image/gif, image/webp", "user-agent": "stoa" },
        redirects: { max: MAX_REDIRECTS, canFollow: ({ url }) => isGiven || isDeclaredHost(hosts, url) },
        bounds: { ...patience, maxBytes },
        signal: AbortSignal.any([signal, run.over]),
      });
      if (answer.status !== 200) {
        answer.body.destroy();
        throw new ImageRefused(`cannot be fetched: ${address.host} responded with ${answer.status}`);
      }
      return await readImage(run, answer.body);
    } catch (error) {
      throw error instanceof OutboundError ? toImageRefusal(error, address, maxBytes) : error;
    }
  };
}

function getApiHosts({ terms }: LiveRun): string[] {
  return terms.agent.connectors.map(({ service }) => service).filter(isApiHost);
}

async function readImage(run: LiveRun, body: AsyncIterable<Buffer>): Promise<Buffer> {
  const count = (bytes: number) => {
    if (!run.traffic.add(bytes))
      throw new ImageRefused(`cannot be fetched: ${removeFullStop(TRAFFIC_SPENT)}`);
  };
  const chunks: Buffer[] = [];
  for await (const chunk of countPieces(body, count)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function createUnreachable({ host }: URL): ImageRefused {
  return new ImageRefused(
    `is neither in the caller's input nor at a host that this agent declares (${host.slice(0, 200)}). Send the image as a data: URL`,
  );
}

function toImageRefusal({ code, message }: OutboundError, { host }: URL, maxBytes: number): ImageRefused {
  if (code === "too_large")
    return new ImageRefused(`is larger than ${maxBytes / 1_048_576} MiB. Send a smaller image`);
  return new ImageRefused(`cannot be fetched from ${host.slice(0, 200)}: ${removeFullStop(message)}`);
}

/** Removes the period, because the gateway adds one. */
function removeFullStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}
