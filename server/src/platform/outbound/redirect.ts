import { redirectedRequest, redirectTarget, UnusableRedirect } from "@stoa/contract/redirects";
import { OutboundError, type OutboundRequest, type RedirectPolicy } from "./outbound.ts";

export type NextHop = Pick<OutboundRequest, "method" | "url" | "headers" | "body">;

/** No redirect is followed: one is an answer like others. */
export const REDIRECTS_ARE_ANSWERS: RedirectPolicy = { max: 0, mayFollow: () => "answer" };

/** No redirect is followed: one fails the request. */
export const REDIRECTS_FAIL: RedirectPolicy = { max: 0, mayFollow: () => false };

/** What the policy of a request threw when it was asked about a redirect. */
export class PolicyFailure extends Error {}

/**
 * Returns what an answer asks to be requested instead; undefined where it is no redirect, or one that is an answer.
 * @throws OutboundError `bad_redirect` for one that may not be followed, PolicyFailure
 */
export async function nextHop(
  sent: NextHop,
  answer: { status: number; location: string | undefined },
  policy: RedirectPolicy,
): Promise<NextHop | undefined> {
  // Before its address is judged: what nobody follows may lead anywhere.
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
