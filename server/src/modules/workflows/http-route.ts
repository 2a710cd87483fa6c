import { type ServerResponse, STATUS_CODES } from "node:http";
import { pipeline } from "node:stream/promises";
import type { RunRoute } from "@stoa/gateway";
import { encodeFrame, MAX_HTTP_ANSWER_BYTES } from "@stoa/workflow";
import {
  type Outbound,
  type OutboundAnswer,
  type OutboundBounds,
  OutboundError,
  type RedirectPolicy,
} from "../../platform/outbound/outbound.ts";
import { REDIRECTS_ARE_ANSWERS } from "../../platform/outbound/redirect.ts";
import { counted } from "../../platform/outbound/traffic.ts";
import { defineRunRoute, type RunCall } from "../../platform/run-routes/define-run-route.ts";
import type { MemoryBudget, MemoryShare } from "../../platform/run-routes/memory-budget.ts";
import { collect } from "../../platform/run-routes/read-body.ts";
import { RouteRefusal } from "../../platform/run-routes/route-refusal.ts";
import { requireDeclared } from "./declared-hosts.ts";
import { wantedRequest } from "./http-target.ts";
import type { RunRequests, TrackedRequest } from "./run-requests.ts";
import type { WorkflowRun, WorkflowRuns } from "./workflow-runs.ts";

/** Larger than the files that most APIs accept in one request. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

const BOUNDS: OutboundBounds = {
  connectMs: 10_000,
  headMs: 300_000,
  idleMs: 300_000,
  totalMs: 300_000,
  maxBytes: MAX_HTTP_ANSWER_BYTES,
};

const NO_RUN = new RouteRefusal("Servers are asked by workflows alone, while they run.", {
  status: 403,
  code: "no_way_out",
});
const IN_TRIAL = new RouteRefusal(
  "This is the trial run of an upload: no server outside is asked, since nobody has agreed to it yet.",
  { status: 503, code: "trial_run" },
);

export interface HttpRouteOptions {
  runs: WorkflowRuns;
  requests: RunRequests;
  outbound: Outbound;
  memory: MemoryBudget;
  log: { error(fields: object, message: string): void };
}

/** Creates the route through which workflows send requests to servers on the internet: `/http`. */
export function createHttpRoute({ runs, requests, outbound, memory, log }: HttpRouteOptions): RunRoute {
  async function serve(call: RunCall<WorkflowRun>, use: TrackedRequest): Promise<void> {
    const { run, response } = call;
    const message = await call.readBody(use.kept);
    const { streams, maxRedirects, timeoutMs, ...wanted } = wantedRequest(message);
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
        throw error instanceof OutboundError ? outboundRefusal(error) : error;
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
    // n8n allows it too: the developer decides whether a URL uses plain http.
    allowsPlainHttp: true,
    mayFollow: ({ url, body }, from) => {
      use.again(body === undefined ? 0 : Buffer.byteLength(body));
      requireDeclared(run.hosts, url, from);
      return true;
    },
  };
}

const headOf = ({ status, headers }: OutboundAnswer) => ({
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
  const head = encodeFrame(headOf(answer), new Uint8Array());
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
  response.write(encodeFrame(headOf(answer), new Uint8Array()));
  // The closed connection tells the run that the answer is incomplete.
  await pipeline(counted(answer.body, use.moved), response).catch(() => response.destroy());
}

function outboundRefusal({ code, message }: OutboundError): RouteRefusal {
  return new RouteRefusal(message, { status: code === "timeout" ? 504 : 502, code });
}
