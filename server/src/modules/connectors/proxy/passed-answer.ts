import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { OutboundAnswer } from "../../../platform/outbound/outbound.ts";
import { type CountBytes, counted } from "../../../platform/outbound/traffic.ts";
import type { OpenConnector } from "../connector-source.ts";
import { CredentialMask } from "./credential-mask.ts";
import { headersFromService } from "./passed-headers.ts";

/** Passes an answer on at the agent's pace, counted, with the credential masked if the service repeats it. */
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
