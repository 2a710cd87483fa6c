import { OutboundError } from "../../../platform/outbound/outbound.ts";
import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";
import type { ConnectorCall } from "./proxied-run.ts";

export interface CallFailure {
  outcome: Exclude<ConnectorCall["outcome"], "answered">;
  refusal: RouteRefusal;
}

/** Returns how a call ended that got no complete answer. */
export function callFailure(error: unknown, agentIsGone: boolean): CallFailure {
  if (error instanceof RouteRefusal) {
    const isOfTheService = error.status === 502 || error.status === 504;
    return { outcome: isOfTheService ? "failed" : "refused", refusal: error };
  }
  const message = agentIsGone
    ? "The agent broke off before the whole answer was there."
    : "The call failed on our side.";
  return {
    outcome: "failed",
    refusal: new RouteRefusal(message, { status: 500, code: "internal", cause: error }),
  };
}

/** Returns why a service gave no complete answer, in a text that names the service. */
export function noAnswer(service: string, error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  const detail = `${service} gave no answer: ${error.message}.`;
  if (error.code === "timeout") return new RouteRefusal(detail, { status: 504, code: "service_timeout" });
  if (error.code === "too_large") return new RouteRefusal(detail, { status: 502, code: "answer_too_large" });
  if (error.code === "bad_redirect")
    return new RouteRefusal(detail, { status: 502, code: "redirect_refused" });
  return new RouteRefusal(detail, { status: 502, code: "service_unreachable" });
}
