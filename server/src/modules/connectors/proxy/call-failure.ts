import { OutboundError } from "../../../platform/outbound/outbound.ts";
import type { ConnectorCall } from "./proxied-run.ts";
import { ProxyRefusal } from "./proxy-refusal.ts";

export interface CallFailure {
  outcome: Exclude<ConnectorCall["outcome"], "answered">;
  refusal: ProxyRefusal;
  /** What nobody foresaw, for the operator's log. */
  unforeseen?: unknown;
}

/** How a call ended that was not answered whole. */
export function callFailure(error: unknown, agentIsGone: boolean): CallFailure {
  if (error instanceof ProxyRefusal) {
    const isOfTheService = error.status === 502 || error.status === 504;
    return { outcome: isOfTheService ? "failed" : "refused", refusal: error };
  }
  const failed = (message: string) => new ProxyRefusal(message, { status: 500, code: "proxy_error" });
  if (agentIsGone)
    return { outcome: "failed", refusal: failed("The agent broke off before the whole answer was there.") };
  return { outcome: "failed", refusal: failed("The call failed on our side."), unforeseen: error };
}

/** Why a service gave no whole answer, in words that name it. */
export function noAnswer(service: string, error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  const detail = `${service} gave no answer: ${error.message}.`;
  if (error.code === "timeout") return new ProxyRefusal(detail, { status: 504, code: "service_timeout" });
  if (error.code === "too_large") return new ProxyRefusal(detail, { status: 502, code: "answer_too_large" });
  if (error.code === "bad_redirect")
    return new ProxyRefusal(detail, { status: 502, code: "redirect_refused" });
  return new ProxyRefusal(detail, { status: 502, code: "service_unreachable" });
}
