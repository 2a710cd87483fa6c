import type { NodeContext } from "../../model/node-context.ts";
import type { HttpResponse } from "../../model/services.ts";
import { createServiceError } from "./service-call.ts";

/** The time limit of a download: enough for the largest file that a run can read. */
const LOADING_MS = 60_000;

/** Downloads a file from the URL that a service has given for it. @throws NodeError if the server refuses it */
export async function downloadFile(
  context: NodeContext,
  itemIndex: number,
  url: string,
): Promise<HttpResponse> {
  const response = await context.services.http.send({
    method: "GET",
    url,
    headers: { accept: "*/*" },
    maxRedirects: 3,
    timeoutMs: LOADING_MS,
    signal: context.signal,
  });
  const { status, statusText } = response;
  if (status < 200 || status > 299)
    throw createServiceError(
      context,
      itemIndex,
      "The file could not be downloaded. Try again",
      `${status} ${statusText}`,
    );
  return response;
}
