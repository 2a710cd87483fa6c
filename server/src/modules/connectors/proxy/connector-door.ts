import type { IncomingMessage, ServerResponse } from "node:http";
import { ConnectorMethod, isReplacedOrigin } from "@stoa/contract";
import type { Door } from "@stoa/gateway";
import type { Outbound, OutboundBounds } from "../../../platform/outbound/outbound.ts";
import type { ConnectorSource } from "../connector-source.ts";
import type { AllowanceFor } from "../grants/allowance.ts";
import { callFailure, noAnswer } from "./call-failure.ts";
import { readTarget } from "./call-target.ts";
import { refuseMethodOverride } from "./method-override.ts";
import { passOn, whileWanted } from "./passed-answer.ts";
import { headersFromAgent } from "./passed-headers.ts";
import { PermittedConnectors } from "./permitted-connector.ts";
import type { ConnectorCall, ProxiedRun, ProxiedRuns } from "./proxied-run.ts";
import { ProxyRefusal } from "./proxy-refusal.ts";
import { answerRefusal, TRIAL_REFUSAL } from "./refusal-answer.ts";
import { BodyReader } from "./request-body.ts";
import { countTraffic, RunCalls } from "./run-calls.ts";
import { callService, SERVICE_BOUNDS } from "./service-call.ts";

export interface ConnectorDoorOptions {
  runs: ProxiedRuns;
  connectors: ConnectorSource;
  allowanceFor: AllowanceFor;
  outbound: Outbound;
  log: { error(fields: object, message: string): void };
  bounds?: Partial<OutboundBounds>;
}

/** What is known of a call so far, for the trace. */
type Progress = Pick<ConnectorCall, "service" | "path" | "status">;

/** Where agents call people's services: the door `/connectors/<service>/<path>` of the gateway. */
export function createConnectorDoor(options: ConnectorDoorOptions): Door {
  const door = new ConnectorDoor(options);
  return (session, request, response) => door.open(session, request, response);
}

class ConnectorDoor {
  private readonly options: ConnectorDoorOptions;
  private readonly permitted: PermittedConnectors;
  private readonly bounds: OutboundBounds;
  private readonly calls = new RunCalls();
  private readonly bodies = new BodyReader();

  constructor(options: ConnectorDoorOptions) {
    this.options = options;
    this.permitted = new PermittedConnectors(options.connectors, options.allowanceFor);
    this.bounds = { ...SERVICE_BOUNDS, ...options.bounds };
  }

  open: Door = async (session, request, response) => {
    const { runs } = this.options;
    if (session.trial) {
      runs.trialReachedConnector(session.runId);
      return answerRefusal(request, response, TRIAL_REFUSAL);
    }
    const run = runs.find(session.runId);
    if (run === undefined)
      return answerRefusal(
        request,
        response,
        new ProxyRefusal("This run has ended.", { status: 403, code: "run_ended" }),
      );
    const call = this.handle(run, request, response);
    run.track(call);
    await call;
  };

  private async handle(run: ProxiedRun, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const progress: Progress = { service: "unknown", path: "", status: null };
    const ended = (outcome: ConnectorCall["outcome"], reason: string | null) =>
      run.record({
        ...progress,
        method: request.method ?? "",
        durationMs: Math.round(performance.now() - startedAt),
        outcome,
        reason,
      });
    try {
      const endCall = this.calls.begin(run);
      await this.serve(run, request, response, progress).finally(endCall);
      ended("answered", null);
    } catch (error) {
      const { outcome, refusal, unforeseen } = callFailure(error, response.closed || request.destroyed);
      if (unforeseen !== undefined)
        this.options.log.error(
          { err: unforeseen, service: progress.service },
          "a connector call failed on our side",
        );
      ended(outcome, refusal.reason);
      answerRefusal(request, response, refusal);
    }
  }

  private async serve(
    run: ProxiedRun,
    request: IncomingMessage,
    response: ServerResponse,
    progress: Progress,
  ): Promise<void> {
    const target = readTarget(request.url ?? "");
    progress.path = target.path;
    const { service } = target;
    // Of what is no service the trace names the connector that takes its place.
    if (!isReplacedOrigin(service)) progress.service = this.knownService(service);
    const method = methodOf(request);
    const count = (bytes: number) => countTraffic(run, bytes);
    await this.bodies.with(request, count, async (body) => {
      refuseMethodOverride(target.query, request.headers["content-type"], body);
      const connector = await this.permitted.open({ run, service, method, path: target.path });
      progress.service = connector.service.name;
      await this.permitted.countUse(connector);
      const wanted = whileWanted(run, response);
      const sent = callService(
        this.options.outbound,
        {
          connector,
          target,
          method,
          headers: headersFromAgent(request.headers, connector.service),
          body,
          isAllowed: (asked, path) => this.permitted.isAllowed({ run, service, method: asked, path }),
          signal: wanted.signal,
        },
        this.bounds,
      );
      const passedOn = sent.then((answer) => {
        progress.status = answer.status;
        return passOn(answer, connector, response, count);
      });
      await passedOn
        .catch((error: unknown) => {
          throw noAnswer(connector.service.displayName, error);
        })
        .finally(wanted.forget);
    });
  }

  private knownService(name: string): string {
    const service = this.options.connectors.serviceNamed(name);
    if (service) return service.name;
    throw new ProxyRefusal(`There is no service named "${name}" here.`, {
      status: 404,
      code: "unknown_service",
      reason: "There is no service of this name.",
    });
  }
}

function methodOf(request: IncomingMessage): string {
  const method = ConnectorMethod.safeParse(request.method);
  if (method.success) return method.data;
  throw new ProxyRefusal("Connectors take GET, HEAD, POST, PUT, PATCH and DELETE.", {
    status: 405,
    code: "unknown_method",
  });
}
