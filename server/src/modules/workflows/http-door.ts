import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Door } from "@stoa/gateway";
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
import { requireDeclared } from "./declared-hosts.ts";
import { answerDoorRefusal, DoorRefusal } from "./door-refusal.ts";
import { wantedRequest } from "./http-target.ts";
import type { RunRequest, RunRequests } from "./run-requests.ts";
import { requestBody, wholeBody } from "./whole-body.ts";
import type { WorkflowRun, WorkflowRuns } from "./workflow-runs.ts";

/** Files that APIs take in one request are below it. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

const BOUNDS: OutboundBounds = {
  connectMs: 10_000,
  headMs: 300_000,
  idleMs: 300_000,
  totalMs: 300_000,
  maxBytes: MAX_HTTP_ANSWER_BYTES,
};

const ENDED = new DoorRefusal("Servers are asked by workflows alone, while they run.", {
  status: 403,
  code: "no_way_out",
});
const TRIAL = new DoorRefusal(
  "This is the trial run of an upload: no server outside is asked, since nobody has agreed to it yet.",
  { status: 503, code: "trial_run" },
);

export interface HttpDoorOptions {
  runs: WorkflowRuns;
  requests: RunRequests;
  outbound: Outbound;
  log: { error(fields: object, message: string): void };
}

/** Where workflows ask servers on the internet: the door `/http` of the gateway. */
export function createHttpDoor({ runs, requests, outbound, log }: HttpDoorOptions): Door {
  async function serve(run: WorkflowRun, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const use = requests.begin(run);
    const unwanted = new AbortController();
    const giveUp = () => unwanted.abort();
    response.once("close", giveUp);
    run.signal.addEventListener("abort", giveUp, { once: true });
    try {
      const message = await requestBody(request, MAX_BODY_BYTES, use.kept);
      const { streams, maxRedirects, timeoutMs, ...wanted } = wantedRequest(message);
      requireDeclared(run.hosts, wanted.url);
      const answer = await outbound.request({
        ...wanted,
        redirects: maxRedirects === 0 ? REDIRECTS_ARE_ANSWERS : followDeclared(run, use, maxRedirects),
        keepsCookies: true,
        bounds: { ...BOUNDS, headMs: timeoutMs, idleMs: timeoutMs, totalMs: timeoutMs },
        signal: unwanted.signal,
      });
      await (streams ? handOn(answer, response, use) : handOver(answer, response, use));
    } finally {
      use.end();
      run.signal.removeEventListener("abort", giveUp);
    }
  }

  return async (session, request, response) => {
    if (session.trial) {
      runs.trialReachedOutside(session.runId);
      return answerDoorRefusal(request, response, TRIAL);
    }
    const run = runs.find(session.runId);
    if (run === undefined) return answerDoorRefusal(request, response, ENDED);
    const call = serve(run, request, response).catch((error: unknown) => {
      if (!(error instanceof DoorRefusal || error instanceof OutboundError) && !response.closed)
        log.error({ err: error }, "a workflow's request failed on our side");
      answerDoorRefusal(request, response, refusalOf(error));
    });
    run.track(call);
    await call;
  };
}

/** Redirects count as requests of the run, and lead to hosts alone that its callers were told of. */
function followDeclared(run: WorkflowRun, use: RunRequest, max: number): RedirectPolicy {
  return {
    max,
    // As n8n does: what a file says of its address is its author's matter.
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

/** Hands an answer over when it is whole, and is done when it has left. */
async function handOver(answer: OutboundAnswer, response: ServerResponse, use: RunRequest): Promise<void> {
  const body = await wholeBody(answer.body, MAX_HTTP_ANSWER_BYTES, use.kept);
  const head = encodeFrame(headOf(answer), new Uint8Array());
  const pieces = [head, ...body];
  response.writeHead(200, {
    "content-type": "application/octet-stream",
    "content-length": pieces.reduce((bytes, { byteLength }) => bytes + byteLength, 0),
  });
  // The run may be gone by now.
  await pipeline(pieces, response).catch(() => response.destroy());
}

/** Hands an answer on as it comes. One that breaks off, or is given up, breaks off here too. */
async function handOn(answer: OutboundAnswer, response: ServerResponse, use: RunRequest): Promise<void> {
  response.writeHead(200, { "content-type": "application/octet-stream" });
  response.write(encodeFrame(headOf(answer), new Uint8Array()));
  // Its asker knows it by the connection.
  await pipeline(counted(answer.body, use.moved), response).catch(() => response.destroy());
}

function refusalOf(error: unknown): DoorRefusal {
  if (error instanceof DoorRefusal) return error;
  if (error instanceof OutboundError)
    return new DoorRefusal(error.message, { status: error.code === "timeout" ? 504 : 502, code: error.code });
  return new DoorRefusal("The request failed on our side.", { status: 500, code: "door_error" });
}
