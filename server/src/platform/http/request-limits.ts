import { type AddressRateClass, RATE_TEXTS, type RateClass } from "@stoa/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createRateHeaders, type RateStanding } from "../rate-limit/rate-policy.ts";
import type { RateUse, RateVerdict, SharedCounters } from "../rate-limit/shared-counters.ts";
import { AppError } from "./app-error.ts";
import type { Caller, MaybePromise } from "./caller.ts";
import type { RatePolicies } from "./rate-policies.ts";

/** Applies the rate limits of people, keys and addresses. Each method returns the refusal, if there is one. */
export interface RequestLimits {
  /**
   * Checks, before a credential is looked up in the database, whether the sender's network has sent too many invalid
   * credentials.
   */
  lookUp(request: FastifyRequest): AppError | undefined;
  /** Counts a request of an authenticated caller and sets the rate-limit headers of the reply. */
  countByCaller(
    reply: FastifyReply,
    caller: Caller,
    rateClass: RateClass,
  ): MaybePromise<AppError | undefined>;
  /** Counts a request of an address and sets the rate-limit headers of the reply. */
  countByAddress(
    request: FastifyRequest,
    reply: FastifyReply,
    rateClass: AddressRateClass,
  ): MaybePromise<AppError | undefined>;
}

/**
 * Creates the limits. An authenticated request counts toward the limits of the person and of the key, whatever its
 * address. Only an anonymous request counts toward the limit of its address. Clients on this machine are not limited.
 */
export function createRequestLimits(counters: SharedCounters, policies: RatePolicies): RequestLimits {
  const count = (reply: FastifyReply, uses: readonly RateUse[]): MaybePromise<AppError | undefined> => {
    const verdict = counters.take(uses);
    if (verdict instanceof Promise) return verdict.then((known) => answer(reply, known));
    return answer(reply, verdict);
  };
  return {
    lookUp({ network }) {
      if (network === undefined) return undefined;
      const refusal = counters.findRefusal({ policy: policies.address.credentials, caller: network });
      return refusal && createRefusal(refusal, RATE_TEXTS.badCredentials(refusal.resetSeconds));
    },
    countByCaller(reply, { userId, keyId, plan = "free" }, rateClass) {
      const { whole, key } = policies.plans[plan][rateClass];
      const uses = [{ policy: whole, caller: userId }];
      if (keyId !== undefined) uses.push({ policy: key, caller: keyId });
      return count(reply, uses);
    },
    countByAddress(request, reply, rateClass) {
      const { network } = request;
      if (network === undefined) return undefined;
      return count(reply, [{ policy: policies.address[rateClass], caller: network }]);
    },
  };
}

function answer(reply: FastifyReply, { standings, refusal }: RateVerdict): AppError | undefined {
  reply.headers(createRateHeaders(standings));
  return refusal && createRefusal(refusal, RATE_TEXTS.tooMany(refusal.resetSeconds), standings);
}

function createRefusal(
  refusal: RateStanding,
  detail: string,
  standings: readonly RateStanding[] = [refusal],
): AppError {
  return new AppError(429, "rate_limited", detail, {
    headers: { "retry-after": String(refusal.resetSeconds), ...createRateHeaders(standings) },
  });
}

/**
 * Counts requests for unknown API paths toward the limit of anonymous requests, because only
 * scanners try many of them.
 */
export function limitUnknownPaths(app: FastifyInstance, limits: RequestLimits): void {
  app.addHook("onRequest", (request, reply, done) => {
    const isUnknown = request.url.startsWith("/api") && !request.routeOptions.url?.startsWith("/api");
    if (!isUnknown) return done();
    const go = (refusal: AppError | undefined) => done(refusal);
    const refusal = limits.countByAddress(request, reply, "anonymous");
    if (refusal instanceof Promise) refusal.then(go, done);
    else go(refusal);
  });
}
