import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { ConnectorMethod } from "@stoa/contract";
import type { Door } from "@stoa/gateway";
import type { FastifyBaseLogger } from "fastify";
import {
  type Outbound,
  type OutboundAnswer,
  type OutboundBounds,
  OutboundError,
} from "../../../platform/outbound/outbound.ts";
import type { ConnectorSource, OpenConnector } from "../connector-source.ts";
import type { AllowanceFor } from "../grants/allowance.ts";
import type { ServiceDefinition } from "../service-definition.ts";
import { type CallTarget, readTarget } from "./call-target.ts";
import { CredentialMask } from "./credential-mask.ts";
import { headersFromAgent, headersFromService } from "./passed-headers.ts";
import { PermittedConnectors } from "./permitted-connector.ts";
import type { ConnectorCall, ProxiedRun, ProxiedRuns } from "./proxied-run.ts";
import { ProxyRefusal } from "./proxy-refusal.ts";
import { answerRefusal, TRIAL_REFUSAL } from "./refusal-answer.ts";
import { BodyReader } from "./request-body.ts";
import { RunCalls } from "./run-calls.ts";
import { callService, noAnswer, SERVICE_BOUNDS } from "./service-call.ts";

export interface ConnectorDoorOptions {
  runs: ProxiedRuns;
  connectors: ConnectorSource;
  allowanceFor: AllowanceFor;
  outbound: Outbound;
  log: FastifyBaseLogger;
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
      const failure = this.failureOf(error, progress);
      ended(failure.outcome, failure.refusal.reason);
      answerRefusal(request, response, failure.refusal);
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
    const service = this.serviceOf(target);
    progress.service = service.name;
    const method = methodOf(request);
    await this.bodies.with(request, async (body) => {
      const connector = await this.permitted.open({ run, service, method, path: target.path });
      await this.permitted.countUse(connector);
      const wanted = whileWanted(run, response);
      const sent = callService(
        this.options.outbound,
        {
          connector,
          target,
          method,
          headers: headersFromAgent(request.headers, service),
          body,
          isAllowed: (asked, path) => this.permitted.isAllowed({ run, service, method: asked, path }),
          signal: wanted.signal,
        },
        this.bounds,
      );
      const passedOn = sent.then((answer) => {
        progress.status = answer.status;
        return passOn(answer, connector, response);
      });
      await passedOn.finally(wanted.forget);
    });
  }

  private serviceOf({ service: name }: CallTarget): ServiceDefinition {
    const service = this.options.connectors.serviceNamed(name);
    if (service) return service;
    throw new ProxyRefusal(`There is no service named "${name}" here.`, {
      status: 404,
      code: "unknown_service",
      reason: "There is no service of this name.",
    });
  }

  private failureOf(
    error: unknown,
    { service, status }: Progress,
  ): { outcome: "refused" | "failed"; refusal: ProxyRefusal } {
    if (error instanceof ProxyRefusal)
      return { outcome: error.status === 502 || error.status === 504 ? "failed" : "refused", refusal: error };
    if (error instanceof OutboundError) return { outcome: "failed", refusal: noAnswer(service, error) };
    if (status === null)
      this.options.log.error({ err: error, service }, "a connector call failed on our side");
    const message =
      status === null ? "The call failed on our side." : "The agent did not read the whole answer.";
    return { outcome: "failed", refusal: new ProxyRefusal(message, { status: 500, code: "proxy_error" }) };
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

/** Aborts when the run ends, or the agent takes the answer no longer. */
function whileWanted(run: ProxiedRun, response: ServerResponse) {
  const unwanted = new AbortController();
  const giveUp = () => unwanted.abort();
  response.once("close", giveUp);
  run.signal.addEventListener("abort", giveUp, { once: true });
  if (run.signal.aborted || response.closed) giveUp();
  const forget = () => run.signal.removeEventListener("abort", giveUp);
  return { signal: unwanted.signal, forget };
}

/** At the agent's pace, without the credential where the service repeats it. */
async function passOn(
  answer: OutboundAnswer,
  { service, secrets }: OpenConnector,
  response: ServerResponse,
): Promise<void> {
  const mask = new CredentialMask(secrets, service.attach(secrets));
  response.writeHead(
    answer.status,
    headersFromService(answer.headers, (text) => mask.isIn(text)),
  );
  response.flushHeaders();
  await pipeline(answer.body, mask.stream(), response);
}
