import type { IncomingMessage } from "node:http";
import { ConnectorMethod, isReplacedOrigin } from "@stoa/contract";
import type { RunRoute } from "@stoa/gateway";
import type { Outbound, OutboundBounds } from "../../../platform/outbound/outbound.ts";
import { defineRunRoute, type RunCall } from "../../../platform/run-routes/define-run-route.ts";
import type { MemoryBudget } from "../../../platform/run-routes/memory-budget.ts";
import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";
import type { ConnectorSource } from "../connector-source.ts";
import type { AllowanceFor } from "../grants/allowance.ts";
import { callFailure, noAnswer } from "./call-failure.ts";
import { readTarget } from "./call-target.ts";
import { refuseMethodOverride } from "./method-override.ts";
import { passOn } from "./passed-answer.ts";
import { headersFromAgent } from "./passed-headers.ts";
import { PermittedConnectors } from "./permitted-connector.ts";
import type { ConnectorCall, ProxiedRun, ProxiedRuns } from "./proxied-run.ts";
import { countTraffic, RunCalls } from "./run-calls.ts";
import { callService, SERVICE_BOUNDS } from "./service-call.ts";

/** Above the size of the files that APIs accept in one request; larger files are sent in parts. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

const BODY_TOO_LARGE = new RouteRefusal(
  `The request body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB.`,
  {
    status: 413,
    code: "request_too_large",
  },
);
const RUN_ENDED = new RouteRefusal("This run has ended.", { status: 403, code: "run_ended" });
/** An upload is tried before anyone runs it, so there is nobody whose connectors it could use. */
const IN_TRIAL = new RouteRefusal(
  "This is the trial run of an upload: it has no connectors, and no service is called.",
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

/** What is known about a call so far, for the trace. */
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

  /** Sends a call to its service and passes the answer on. @throws RouteRefusal */
  async forward(call: RunCall<ProxiedRun>, progress: Progress): Promise<void> {
    const { run, request, response, signal } = call;
    const target = readTarget(request.url ?? "");
    progress.path = target.path;
    const { service } = target;
    // For an address that a connector replaces, the trace names the connector instead.
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
          headers: headersFromAgent(request.headers, connector.service),
          body,
          isAllowed: (redirected, path) =>
            this.#permitted.isAllowed({ run, service, method: redirected, path }),
          signal,
        },
        this.#bounds,
      );
      progress.status = answer.status;
      await passOn(answer, connector, response, count);
    } catch (error) {
      throw noAnswer(connector.service.displayName, error);
    }
  }

  #requireService(name: string): string {
    const service = this.#options.connectors.serviceNamed(name);
    if (service) return service.name;
    throw new RouteRefusal(`There is no service named "${name}" here.`, {
      status: 404,
      code: "unknown_service",
      reason: "There is no service of this name.",
    });
  }
}

function parseMethod(request: IncomingMessage): ConnectorMethod {
  const method = ConnectorMethod.safeParse(request.method);
  if (method.success) return method.data;
  throw new RouteRefusal("Connectors take GET, HEAD, POST, PUT, PATCH and DELETE.", {
    status: 405,
    code: "unknown_method",
  });
}
