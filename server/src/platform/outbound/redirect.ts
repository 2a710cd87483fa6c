import { redirectedRequest, redirectTarget, UnusableRedirect } from "@stoa/contract/redirects";
import { OutboundError, type OutboundRequest, type RedirectPolicy } from "./outbound.ts";

export type NextHop = Pick<OutboundRequest, "method" | "url" | "headers" | "body">;

/** Redirects are not followed; a redirect is returned as the response. */
export const REDIRECTS_ARE_ANSWERS: RedirectPolicy = { max: 0, mayFollow: () => "answer" };

/** Redirects are not followed; a redirect fails the request. */
export const REDIRECTS_FAIL: RedirectPolicy = { max: 0, mayFollow: () => false };

/** The redirect policy of a request threw an error, which is the cause. */
export class PolicyFailure extends Error {}

/**
 * Returns the request to send after a redirect; undefined if the response is not a redirect or is returned as it is.
 * @throws OutboundError `bad_redirect` if the redirect must not be followed, PolicyFailure
 */
export async function nextHop(
  sent: NextHop,
  answer: { status: number; location: string | undefined },
  policy: RedirectPolicy,
): Promise<NextHop | undefined> {
  // This comes before the target is checked: a redirect that is not followed may lead anywhere.
  if (policy === REDIRECTS_ARE_ANSWERS) return undefined;
  const target = usableTarget(sent, answer, policy);
  if (target === undefined) return undefined;
  const next = redirectedRequest(sent, target);
  const following = await askPolicy(policy, next, sent.url);
  if (following === "answer") return undefined;
  if (!following)
    throw new OutboundError("bad_redirect", "The server redirected to where this request must not go");
  return following === "with-credentials" ? redirectedRequest(sent, target, true) : next;
}

function usableTarget(...[sent, answer, policy]: Parameters<typeof nextHop>) {
  try {
    return redirectTarget(sent, answer, policy);
  } catch (error) {
    if (error instanceof UnusableRedirect) throw new OutboundError("bad_redirect", error.message);
    throw error;
  }
}

async function askPolicy(policy: RedirectPolicy, next: NextHop, from: URL) {
  try {
    return await policy.mayFollow(next, from);
  } catch (cause) {
    throw new PolicyFailure("The policy of a request refused a redirect", { cause });
  }
}
