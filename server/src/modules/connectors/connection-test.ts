import { text } from "node:stream/consumers";
import {
  type Outbound,
  type OutboundAnswer,
  type OutboundBounds,
  OutboundError,
} from "../../platform/outbound/outbound.ts";
import type { ConnectorSecrets, ServiceDefinition } from "./service-definition.ts";
import { createServiceRequest, getHosts } from "./service-request.ts";

/**
 * The limits of a test call. A user waits for the result, and services normally answer in well under a
 * second, with a few kilobytes.
 */
const BOUNDS: OutboundBounds = {
  connectMs: 5_000,
  headMs: 10_000,
  idleMs: 5_000,
  totalMs: 10_000,
  maxBytes: 256 * 1024,
};

/** One redirect leads from a bare domain to the API's host, and one from there to its latest version. */
const MAX_REDIRECTS = 3;

export interface ConnectionTest {
  success: boolean;
  /** The result for the user. It consists of fixed sentences and short codes, so it cannot contain the credential. */
  message: string;
}

/** Checks whether the service accepts the credential, with a call that changes nothing. */
export async function testConnection(
  outbound: Outbound,
  service: ServiceDefinition,
  secrets: ConnectorSecrets,
): Promise<ConnectionTest> {
  const { method, path, body, refusal, anyAnswerWill } = service.test;
  const asked = typeof path === "string" ? path : path(secrets.config);
  const hosts = getHosts(service, secrets.config, asked);
  try {
    const answer = await (service.callService?.({
      outbound,
      secrets,
      method,
      path: asked,
      body: undefined,
      signal: AbortSignal.timeout(BOUNDS.totalMs),
    }) ??
      outbound.request({
        method,
        ...createServiceRequest(service, secrets, {
          method,
          path: asked,
          headers: body === undefined ? {} : { "content-type": "application/json" },
          body,
        }),
        body,
        redirects: {
          max: MAX_REDIRECTS,
          canFollow: ({ url }) => !service.signer?.(secrets) && hosts.has(url.host) && "with-credentials",
        },
        bounds: BOUNDS,
      }));
    const reason = refusal && mayExplain(answer.status) ? refusal(await readJson(answer)) : undefined;
    answer.body.destroy();
    return anyAnswerWill?.(secrets.config)
      ? judgeStatusOnly(answer.status)
      : judgeStatus(answer.status, reason);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { success: false, message: `Could not reach the service. ${error.message}` };
  }
}

function judgeStatus(status: number, reason: string | undefined): ConnectionTest {
  const createFailure = (message: string) => ({ success: false, message });
  if (reason !== undefined) return createFailure(`The service refused the credential (${reason}).`);
  if (status >= 200 && status < 300) return { success: true, message: "The credential works." };
  if (status === 401) return createFailure("The service refused the credential (HTTP 401).");
  if (status === 403)
    return createFailure(
      "The service refused the test call (HTTP 403). The credential may lack a permission.",
    );
  if (status === 429)
    return createFailure("The service is rate limiting requests (HTTP 429). Please try again later.");
  if (status >= 500) return createFailure(`The service failed (HTTP ${status}). Please try again later.`);
  return createFailure(
    `The service rejected the test call (HTTP ${status}). Check the values that you entered.`,
  );
}

/** Returns the result for an API of which only the host is known. */
function judgeStatusOnly(status: number): ConnectionTest {
  if (status === 401 || status === 403 || status >= 500) return judgeStatus(status, undefined);
  return {
    success: true,
    message: `The host responds (HTTP ${status}). Add a test path to verify the credential.`,
  };
}

/** Returns whether the body can explain a refusal. A busy or failing service says nothing about the credential. */
function mayExplain(status: number): boolean {
  return status < 500 && status !== 429;
}

async function readJson({ body }: OutboundAnswer): Promise<unknown> {
  const answered = await text(body);
  try {
    return JSON.parse(answered);
  } catch {
    return undefined;
  }
}
