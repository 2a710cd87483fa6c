import { type Route, type RouteAuth, rateClassOf, TEXTS } from "@stoa/contract";
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import { type AppError, unauthorized } from "./app-error.ts";
import type { Authenticator, Caller, Known } from "./caller.ts";
import { apiKeyOf, sessionTokenOf } from "./credentials.ts";
import type { RequestLimits } from "./request-limits.ts";

/** What decides before a route whether a request is let in: who calls, and how often. */
export type Admission = (route: Route) => onRequestHookHandler;

/** Without `limits` everybody may ask as often as they like. */
export function createAdmission(authenticator: Authenticator, limits?: RequestLimits): Admission {
  return (route) => {
    const { auth } = route;
    const isOpen = auth === "public" || auth === "optional";
    const count = limits && counterOf(route, limits);

    /** Not an async function: most callers are known at once, and so most requests wait for nothing. */
    return (request, reply, done) => {
      const admit = (refusal: AppError | undefined): void => {
        if (refusal) done(refusal);
        else if (request.caller || isOpen) done();
        else done(unauthorized(TEXTS.account.unauthorized));
      };
      const enter = (caller: Caller | undefined): void => {
        request.caller = caller;
        const counted = count?.(request, reply, caller);
        if (counted instanceof Promise) counted.then(admit, done);
        else admit(counted);
      };
      try {
        const caller = identify(authenticator, request, auth, limits);
        if (caller instanceof Promise) caller.then(enter, done);
        else enter(caller);
      } catch (refusal) {
        done(refusal instanceof Error ? refusal : new Error("a caller could not be identified"));
      }
    };
  };
}

function credentialOf(request: FastifyRequest, auth: RouteAuth): string | undefined {
  if (auth === "public") return undefined;
  return auth === "key" ? apiKeyOf(request) : sessionTokenOf(request);
}

/** @throws AppError 429 where too many credentials came from there that were not good. */
function identify(
  authenticator: Authenticator,
  request: FastifyRequest,
  auth: RouteAuth,
  limits: RequestLimits | undefined,
): Known<Caller | undefined> {
  const credential = credentialOf(request, auth);
  if (credential === undefined) return undefined;
  const beforeLookup = () => {
    const refusal = limits?.lookUp(request);
    if (refusal) throw refusal;
  };
  return auth === "key"
    ? authenticator.byApiKey(credential, beforeLookup)
    : authenticator.bySession(credential, beforeLookup);
}

type Count = (
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
) => Known<AppError | undefined>;

function counterOf(route: Route, limits: RequestLimits): Count | undefined {
  const rateClass = rateClassOf(route);
  if (rateClass === undefined) return undefined;
  if (rateClass === "sign_in") return (request, reply) => limits.ofAddress(request, reply, "sign_in");
  return (request, reply, caller) => {
    if (caller) return limits.ofCaller(reply, caller, rateClass);
    const wasShown = credentialOf(request, route.auth) !== undefined;
    return limits.ofAddress(request, reply, wasShown ? "credentials" : "anonymous");
  };
}
