import { serializeList } from "structured-headers";

/** The number of requests that are allowed within a window of time. */
export interface RatePolicy {
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
  /** The policy's item in the `RateLimit-Policy` header. */
  readonly item: string;
}

/** The remaining quota of one caller under a policy. */
export interface RateStanding {
  readonly policy: RatePolicy;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetSeconds: number;
}

export function createRatePolicy(name: string, limit: number, windowSeconds: number): RatePolicy {
  const parameters = new Map([
    ["q", limit],
    ["w", windowSeconds],
  ]);
  return { name, limit, windowSeconds, item: serializeList([[name, parameters]]) };
}

/**
 * Returns the `RateLimit` and `RateLimit-Policy` headers of draft-ietf-httpapi-ratelimit-headers-10. We choose the
 * names, and all numbers are integers, so that no serializer is needed, which would take longer than the rest of the
 * check.
 */
export function createRateHeaders(standings: readonly RateStanding[]): Record<string, string> {
  let limits = "";
  let policies = "";
  for (const { policy, remaining, resetSeconds } of standings) {
    const comma = limits === "" ? "" : ", ";
    limits += `${comma}"${policy.name}";r=${remaining};t=${resetSeconds}`;
    policies += comma + policy.item;
  }
  return { ratelimit: limits, "ratelimit-policy": policies };
}
