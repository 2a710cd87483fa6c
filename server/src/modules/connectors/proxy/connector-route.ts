import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { ConnectorMethod, isReplacedOrigin } from "@stoa/contract";
import type { RunRoute } from "@stoa/gateway";
import {
  type Outbound,
  type OutboundAnswer,
  type OutboundBounds,
  OutboundError,
} from "../../../platform/outbound/outbound.ts";
import { type CountBytes, countPieces } from "../../../platform/outbound/traffic.ts";
import { defineRunRoute, type RunCall } from "../../../platform/run-routes/define-run-route.ts";
import type { MemoryBudget } from "../../../platform/run-routes/memory-budget.ts";
import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";
import type { ConnectorSource, OpenConnector } from "../connector-source.ts";
import type { AllowanceFor } from "../grants/allowance.ts";
import { readTarget } from "./call-target.ts";
import { CredentialMask } from "./credential-mask.ts";
import { refuseMethodOverride } from "./method-override.ts";
import { filterAgentHeaders, filterServiceHeaders } from "./passed-headers.ts";
import { PermittedConnectors } from "./permitted-connector.ts";
import type { ConnectorCall, ProxiedRun, ProxiedRuns } from "./proxied-run.ts";
import { countTraffic, RunCalls } from "./run-calls.ts";
import { callService, SERVICE_BOUNDS } from "./service-call.ts";

interface CallFailure {
  outcome: Exclude<ConnectorCall["outcome"], "answered">;
  refusal: RouteRefusal;
}

/**
 * The maximum size of a request body. It is more than the largest file that APIs accept in one request; larger files
 * are sent in parts.
 */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

const BODY_TOO_LARGE = new RouteRefusal(
  `The request body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB.`,
  {
    status: 413,
    code: "request_too_large",
  },
);
const RUN_ENDED = new RouteRefusal("This run has ended.", { status: 403, code: "run_ended" });
/** The trial run of an upload has no caller, so there are no connectors that it could use. */
const IN_TRIAL = new RouteRefusal(
  "Connectors are not available in the trial run of an upload. No service is called.",
  { status: 503, code: "trial_run" },
);

export interface ConnectorRouteOptions {
  runs: ProxiedRuns;
  connectors: ConnectorSource;
  allowanceFor: AllowanceFor;
  outbound: Outbound;
  memory: MemoryBudget;
  log: { error(fields: object, message: string): void };
  bounds?: Partial<OutboundBounds>;
}

/** The facts about a call that are known so far, for the trace. */
type Progress = Pick<ConnectorCall, "service" | "path" | "status">;

/** Creates the route through which agents call the services of their callers: `/connectors/<service>/<path>`. */
export function createConnectorRoute(options: ConnectorRouteOptions): RunRoute {
  const calls = new RunCalls();
  const proxy = new ConnectorProxy(options);
  return defineRunRoute({
    path: "/connectors",
    runs: options.runs,
    noRun: RUN_ENDED,
    inTrial: IN_TRIAL,
    maxBody: MAX_BODY_BYTES,
    tooLarge: BODY_TOO_LARGE,
    memory: options.memory,
    log: options.log,
    handle: async (call) => {
      const progress: Progress = { service: "unknown", path: "", status: null };
      const record = startRecord(call, progress);
      try {
        const endCall = calls.begin(call.run);
        await proxy.forward(call, progress).finally(endCall);
        record("answered", null);
      } catch (error) {
        const { outcome, refusal } = callFailure(error, call.response.closed || call.request.destroyed);
        record(outcome, refusal.reason);
        throw refusal;
      }
    },
  });
}

/** Returns a function that adds the call to the run's trace. */
function startRecord({ run, request }: RunCall<ProxiedRun>, progress: Progress) {
  const startedAt = performance.now();
  return (outcome: ConnectorCall["outcome"], reason: string | null) =>
    run.record({
      ...progress,
      method: request.method ?? "",
      durationMs: Math.round(performance.now() - startedAt),
      outcome,
      reason,
    });
}

class ConnectorProxy {
  readonly #options: ConnectorRouteOptions;
  readonly #permitted: PermittedConnectors;
  readonly #bounds: OutboundBounds;

  constructor(options: ConnectorRouteOptions) {
    this.#options = options;
    this.#permitted = new PermittedConnectors(options.connectors, options.allowanceFor);
    this.#bounds = { ...SERVICE_BOUNDS, ...options.bounds };
  }

  /** Sends a call to its service and passes the answer on. @throws RouteRefusal if the call is refused or fails. */
  async forward(call: RunCall<ProxiedRun>, progress: Progress): Promise<void> {
    const { run, request, response, signal } = call;
    const target = readTarget(request.url ?? "");
    progress.path = target.path;
    const { service } = target;
    // For a URL that a connector replaces, the trace names the connector instead.
    if (!isReplacedOrigin(service)) progress.service = this.#requireService(service);
    const method = parseMethod(request);
    const count = (bytes: number) => countTraffic(run, bytes);
    const received = await call.readBody(count);
    const body = received.byteLength === 0 ? undefined : received;
    refuseMethodOverride(target.query, request.headers["content-type"], body);
    const connector = await this.#permitted.open({ run, service, method, path: target.path });
    progress.service = connector.service.name;
    await this.#permitted.countUse(connector);
    try {
      const answer = await callService(
        this.#options.outbound,
        {
          connector,
          target,
          method,
          headers: filterAgentHeaders(request.headers, connector.service),
          body,
          isAllowed: (redirected, path) =>
            this.#permitted.isAllowed({ run, service, method: redirected, path }),
          signal,
        },
        this.#bounds,
      );
      progress.status = answer.status;
      await forwardAnswer(answer, connector, response, count);
    } catch (error) {
      throw createNoAnswerError(connector.service.displayName, error);
    }
  }

  #requireService(name: string): string {
    const service = this.#options.connectors.findService(name);
    if (service) return service.name;
    throw new RouteRefusal(
      `Unknown service "${name}". Use the name of a supported service or the host of an API.`,
      {
        status: 404,
        code: "unknown_service",
        reason: "Unknown service.",
      },
    );
  }
}

function parseMethod(request: IncomingMessage): ConnectorMethod {
  const method = ConnectorMethod.safeParse(request.method);
  if (method.success) return method.data;
  throw new RouteRefusal("Connectors accept GET, HEAD, POST, PUT, PATCH and DELETE.", {
    status: 405,
    code: "unknown_method",
  });
}

/** Returns how a call without a complete answer ended. */
function callFailure(error: unknown, agentIsGone: boolean): CallFailure {
  if (error instanceof RouteRefusal) {
    const isOfTheService = error.status === 502 || error.status === 504;
    return { outcome: isOfTheService ? "failed" : "refused", refusal: error };
  }
  const message = agentIsGone
    ? "The agent closed the connection before the response was complete."
    : "Something went wrong on our side.";
  return {
    outcome: "failed",
    refusal: new RouteRefusal(message, { status: 500, code: "internal", cause: error }),
  };
}

/**
 * Returns a refusal that names the service, if it gave no complete answer. Returns other errors
 * unchanged.
 */
function createNoAnswerError(service: string, error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  const detail = `${service} did not respond: ${error.message}.`;
  if (error.code === "timeout") return new RouteRefusal(detail, { status: 504, code: "service_timeout" });
  if (error.code === "too_large") return new RouteRefusal(detail, { status: 502, code: "answer_too_large" });
  if (error.code === "bad_redirect")
    return new RouteRefusal(detail, { status: 502, code: "redirect_refused" });
  return new RouteRefusal(detail, { status: 502, code: "service_unreachable" });
}

/**
 * Passes an answer on as fast as the agent reads it. Counts its bytes, and masks the credential if
 * the service repeats it.
 */
async function forwardAnswer(
  answer: OutboundAnswer,
  { service, secrets }: OpenConnector,
  response: ServerResponse,
  count: CountBytes,
): Promise<void> {
  const mask = new CredentialMask(secrets, service.attach(secrets));
  response.writeHead(
    answer.status,
    filterServiceHeaders(answer.headers, (text) => mask.isIn(text)),
  );
  response.flushHeaders();
  await pipeline(countPieces(answer.body, count), mask.stream(), response);
}
