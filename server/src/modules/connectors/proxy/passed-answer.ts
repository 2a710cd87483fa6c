import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { OutboundAnswer } from "../../../platform/outbound/outbound.ts";
import { type CountBytes, counted } from "../../../platform/outbound/traffic.ts";
import type { OpenConnector } from "../connector-source.ts";
import { CredentialMask } from "./credential-mask.ts";
import { headersFromService } from "./passed-headers.ts";
import type { ProxiedRun } from "./proxied-run.ts";

/** Aborts when the run ends, or the agent takes the answer no longer. */
export function whileWanted(run: ProxiedRun, response: ServerResponse) {
  const unwanted = new AbortController();
  const giveUp = () => unwanted.abort();
  response.once("close", giveUp);
  run.signal.addEventListener("abort", giveUp, { once: true });
  if (run.signal.aborted || response.closed) giveUp();
  const forget = () => run.signal.removeEventListener("abort", giveUp);
  return { signal: unwanted.signal, forget };
}

/** At the agent's pace, counted, without the credential where the service repeats it. */
export async function passOn(
  answer: OutboundAnswer,
  { service, secrets }: OpenConnector,
  response: ServerResponse,
  count: CountBytes,
): Promise<void> {
  const mask = new CredentialMask(secrets, service.attach(secrets));
  response.writeHead(
    answer.status,
    headersFromService(answer.headers, (text) => mask.isIn(text)),
  );
  response.flushHeaders();
  await pipeline(counted(answer.body, count), mask.stream(), response);
}
