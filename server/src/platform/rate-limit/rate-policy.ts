import { serializeList } from "structured-headers";

/** How often something may be done in a window of time. */
export interface RatePolicy {
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
  /** Its item of the `RateLimit-Policy` header. */
  readonly item: string;
}

/** What is left of a policy for one caller. */
export interface RateStanding {
  readonly policy: RatePolicy;
  readonly remaining: number;
  /** Until the window ends. */
  readonly resetSeconds: number;
}

export function ratePolicy(name: string, limit: number, windowSeconds: number): RatePolicy {
  const parameters = new Map([
    ["q", limit],
    ["w", windowSeconds],
  ]);
  return { name, limit, windowSeconds, item: serializeList([[name, parameters]]) };
}

/**
 * The `RateLimit` and `RateLimit-Policy` headers of draft-ietf-httpapi-ratelimit-headers-10. Names are ours and
 * figures are whole, so that the items need no serializer, which would take longer than all else of a limit.
 */
export function rateHeaders(standings: readonly RateStanding[]): Record<string, string> {
  let limits = "";
  let policies = "";
  for (const { policy, remaining, resetSeconds } of standings) {
    const comma = limits === "" ? "" : ", ";
    limits += `${comma}"${policy.name}";r=${remaining};t=${resetSeconds}`;
    policies += comma + policy.item;
  }
  return { ratelimit: limits, "ratelimit-policy": policies };
}
