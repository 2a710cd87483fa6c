import { type ServerResponse, STATUS_CODES } from "node:http";
import { pipeline } from "node:stream/promises";
import type { RunRoute } from "@stoa/gateway";
import { encodeFrame, MAX_HTTP_ANSWER_BYTES } from "@stoa/runtime/gateway-http";
import { isDeclaredHost } from "../../platform/outbound/declared-hosts.ts";
import {
  type Outbound,
  type OutboundAnswer,
  type OutboundBounds,
  OutboundError,
  type RedirectPolicy,
} from "../../platform/outbound/outbound.ts";
import { REDIRECTS_ARE_ANSWERS } from "../../platform/outbound/redirect.ts";
import { countPieces } from "../../platform/outbound/traffic.ts";
import { defineRunRoute, type RunCall } from "../../platform/run-routes/define-run-route.ts";
import type { MemoryBudget, MemoryShare } from "../../platform/run-routes/memory-budget.ts";
import { collect } from "../../platform/run-routes/read-body.ts";
import { RouteRefusal } from "../../platform/run-routes/route-refusal.ts";
import { parseRequest } from "./http-target.ts";
import type { RunRequests, TrackedRequest } from "./run-requests.ts";
import type { WorkflowRun, WorkflowRuns } from "./workflow-runs.ts";

/** The number of hosts that an error names. A longer list would be hard to read in a sentence. */
const MAX_NAMED = 10;

/** The maximum size of a request, which is more than most APIs accept. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

const BOUNDS: OutboundBounds = {
  connectMs: 10_000,
  headMs: 300_000,
  idleMs: 300_000,
  totalMs: 300_000,
  maxBytes: MAX_HTTP_ANSWER_BYTES,
};

const NO_RUN = new RouteRefusal(
  "Only an active run of a workflow or a declarative agent can send HTTP requests.",
  {
    status: 403,
    code: "no_way_out",
  },
);
const IN_TRIAL = new RouteRefusal("The trial run of an upload does not send HTTP requests.", {
  status: 503,
  code: "trial_run",
});

export interface HttpRouteOptions {
  runs: WorkflowRuns;
  requests: RunRequests;
  outbound: Outbound;
  memory: MemoryBudget;
  log: { error(fields: object, message: string): void };
}

/**
 * Creates the route through which workflows and declarative agents send requests to servers on the internet: `/http`.
 */
export function createHttpRoute({ runs, requests, outbound, memory, log }: HttpRouteOptions): RunRoute {
  async function serve(call: RunCall<WorkflowRun>, use: TrackedRequest): Promise<void> {
    const { run, response } = call;
    const message = await call.readBody(use.kept);
    const { streams, maxRedirects, timeoutMs, ...wanted } = parseRequest(message);
    requireDeclared(run.hosts, wanted.url);
    const answer = await outbound.request({
      ...wanted,
      redirects: maxRedirects === 0 ? REDIRECTS_ARE_ANSWERS : followDeclared(run, use, maxRedirects),
      keepsCookies: true,
      bounds: { ...BOUNDS, headMs: timeoutMs, idleMs: timeoutMs, totalMs: timeoutMs },
      signal: call.signal,
    });
    await (streams ? streamAnswer(answer, response, use) : sendWhole(answer, response, use, call.memory));
  }

  return defineRunRoute({
    path: "/http",
    runs,
    noRun: NO_RUN,
    inTrial: IN_TRIAL,
    maxBody: MAX_BODY_BYTES,
    memory,
    log,
    async handle(call) {
      const use = requests.begin(call.run);
      try {
        await serve(call, use);
      } catch (error) {
        throw error instanceof OutboundError ? toRouteRefusal(error) : error;
      } finally {
        use.end();
      }
    },
  });
}

/** Returns the policy for redirects: each one counts as a request of the run and must lead to a declared host. */
function followDeclared(run: WorkflowRun, use: TrackedRequest, max: number): RedirectPolicy {
  return {
    max,
    // n8n allows plain http too: the developer decides whether a URL uses it.
    allowsPlainHttp: true,
    canFollow: ({ url, body }, from) => {
      use.countRedirect(body === undefined ? 0 : Buffer.byteLength(body));
      requireDeclared(run.hosts, url, from);
      return true;
    },
  };
}

const getHead = ({ status, headers }: OutboundAnswer) => ({
  status,
  statusText: STATUS_CODES[status] ?? "",
  headers,
});

/** Sends an answer after it has arrived completely. */
async function sendWhole(
  answer: OutboundAnswer,
  response: ServerResponse,
  use: TrackedRequest,
  memory: MemoryShare,
): Promise<void> {
  const body = await collect(answer.body, MAX_HTTP_ANSWER_BYTES, (bytes) => {
    use.kept(bytes);
    memory.hold(bytes);
  });
  const head = encodeFrame(getHead(answer), new Uint8Array());
  const pieces = [head, ...body];
  response.writeHead(200, {
    "content-type": "application/octet-stream",
    "content-length": pieces.reduce((bytes, { byteLength }) => bytes + byteLength, 0),
  });
  // The run may have ended by now.
  await pipeline(pieces, response).catch(() => response.destroy());
}

/** Sends an answer as it arrives. If the answer is cut off, the reply is cut off too. */
async function streamAnswer(
  answer: OutboundAnswer,
  response: ServerResponse,
  use: TrackedRequest,
): Promise<void> {
  response.writeHead(200, { "content-type": "application/octet-stream" });
  response.write(encodeFrame(getHead(answer), new Uint8Array()));
  // The closed connection tells the run that the answer is incomplete.
  await pipeline(countPieces(answer.body, use.moved), response).catch(() => response.destroy());
}

function toRouteRefusal({ code, message }: OutboundError): RouteRefusal {
  return new RouteRefusal(message, { status: code === "timeout" ? 504 : 502, code });
}

function listHosts(hosts: readonly string[]): string {
  if (hosts.length === 0) return "none";
  const more = hosts.length - MAX_NAMED;
  return hosts.slice(0, MAX_NAMED).join(", ") + (more > 0 ? `, and ${more} more` : "");
}

/**
 * Requires that the agent declares the host of a URL, because its callers were shown the declared hosts.
 * @param from the host that redirected to the URL
 * @throws RouteRefusal 403 `not_declared`, as for undeclared connectors
 */
function requireDeclared(hosts: readonly string[], address: URL, from?: URL): void {
  if (isDeclaredHost(hosts, address)) return;
  const { host } = address;
  const asked = from ? `${host}, the redirect target of ${from.host},` : host;
  throw new RouteRefusal(
    `${asked} is not one of the hosts that this agent declares: ${listHosts(hosts)}. The developer can add hosts under meta.stoa.hosts in the workflow file.`,
    { status: 403, code: "not_declared" },
  );
}
