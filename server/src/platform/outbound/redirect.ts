import { createRedirectedRequest, redirectTarget, UnusableRedirect } from "@stoa/contract/redirects";
import { OutboundError, type OutboundRequest, type RedirectPolicy } from "./outbound.ts";

export type NextHop = Pick<OutboundRequest, "method" | "url" | "headers" | "body">;

/** Redirects are not followed; a redirect is returned as the response. */
export const REDIRECTS_ARE_ANSWERS: RedirectPolicy = { max: 0, canFollow: () => "answer" };

/** Redirects are not followed; a redirect fails the request. */
export const REDIRECTS_FAIL: RedirectPolicy = { max: 0, canFollow: () => false };

/** The error if a redirect policy throws. `cause` is the error that the policy threw. */
export class PolicyFailure extends Error {}

/**
 * Returns the request to send after a redirect; undefined if the response is not a redirect or is returned as it is.
 * @throws OutboundError `bad_redirect` if the redirect must not be followed, PolicyFailure if the policy throws
 */
export async function getNextHop(
  sent: NextHop,
  answer: { status: number; location: string | undefined },
  policy: RedirectPolicy,
): Promise<NextHop | undefined> {
  // This comes before the target is checked: a redirect that is not followed may lead anywhere.
  if (policy === REDIRECTS_ARE_ANSWERS) return undefined;
  const target = parseUsableTarget(sent, answer, policy);
  if (target === undefined) return undefined;
  const next = createRedirectedRequest(sent, target);
  const following = await checkPolicy(policy, next, sent.url);
  if (following === "answer") return undefined;
  if (!following)
    throw new OutboundError("bad_redirect", "The server redirected to a URL that this request must not use");
  return following === "with-credentials" ? createRedirectedRequest(sent, target, true) : next;
}

function parseUsableTarget(...[sent, answer, policy]: Parameters<typeof getNextHop>) {
  try {
    return redirectTarget(sent, answer, policy);
  } catch (error) {
    if (error instanceof UnusableRedirect) throw new OutboundError("bad_redirect", error.message);
    throw error;
  }
}

async function checkPolicy(policy: RedirectPolicy, next: NextHop, from: URL) {
  try {
    return await policy.canFollow(next, from);
  } catch (cause) {
    throw new PolicyFailure("The redirect policy of the request refused the redirect", { cause });
  }
}
