import type { NodeContext } from "../../model/node-context.ts";
import type { HttpResponse } from "../../model/services.ts";
import type { PlannedRequest } from "./planned-request.ts";
import type { RequestCredential } from "./request-credential.ts";
import { encodeBody } from "./request-encoding.ts";
import { StatusRefused } from "./request-failure.ts";
import { urlWithQuery } from "./request-url.ts";
import { sendSigned } from "./signed-request.ts";

/** Some servers refuse requests that name no client. */
const USER_AGENT = "Stoa";

/** Sends a request as it was planned. @throws StatusRefused for a status that is no answer to the node. */
export async function sendRequest(
  context: NodeContext,
  credential: RequestCredential,
  planned: PlannedRequest,
): Promise<HttpResponse> {
  const body = planned.body && (await encodeBody(planned.body));
  const url = urlWithQuery(planned.url, planned.query, planned.arrayFormat);
  // A boundary is in the type that was made with the body.
  const isMultipart = planned.body?.kind === "multipart";
  const headers = {
    "user-agent": USER_AGENT,
    ...(body?.type !== undefined && { "content-type": body.type }),
    ...planned.headers,
    ...(isMultipart && body?.type !== undefined && { "content-type": body.type }),
  };
  const answer = await sendSigned(context, credential, {
    method: planned.method,
    url,
    headers,
    ...(body && { body: body.bytes }),
    maxRedirects: planned.maxRedirects,
    timeoutMs: planned.timeoutMs,
    signal: context.signal,
  });
  if (!planned.answer.neverError) refuseStatus(planned, answer);
  return answer;
}

/** @throws StatusRefused unless the status says that all went well. */
export function refuseStatus(planned: PlannedRequest, answer: HttpResponse): void {
  if (answer.status < 200 || answer.status > 299)
    throw new StatusRefused(answer, planned.answer.format === "json");
}
