import { getRateClass, type Route, type RouteAuth, SCOPE_TEXTS, TEXTS } from "@stoa/contract";
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import { AppError, unauthorized } from "./app-error.ts";
import type { Authenticator, Caller, MaybePromise } from "./caller.ts";
import { readApiKey, readCredential } from "./credentials.ts";
import type { RequestLimits } from "./request-limits.ts";

/** The part of a route that decides who may call it and how often. */
export type AdmittedRoute = Pick<
  Route,
  "auth" | "counts" | "encoding" | "method" | "scope" | "acceptsAllKeys"
>;

/** Decides whether a request may reach its route: authenticates the caller and applies rate limits. */
export type Admission = (route: AdmittedRoute) => onRequestHookHandler;

/** Creates the admission of requests. Without `limits`, the number of requests is unlimited. */
export function createAdmission(authenticator: Authenticator, limits?: RequestLimits): Admission {
  return (route) => {
    const count = limits && findCounter(route, limits);

    /** This function is not async: most callers are in the cache, so most requests do not have to wait. */
    return (request, reply, done) => {
      const admit = (refusal: AppError | undefined): void =>
        done(refusal ?? findRefusal(route, request, request.caller));
      const enter = (caller: Caller | undefined): void => {
        request.caller = route.auth === "optional" && !isAllowed(route, caller) ? undefined : caller;
        const counted = count?.(request, reply, caller);
        if (counted instanceof Promise) counted.then(admit, done);
        else admit(counted);
      };
      try {
        const caller = identify(authenticator, request, route.auth, limits);
        if (caller instanceof Promise) caller.then(enter, done);
        else enter(caller);
      } catch (refusal) {
        done(refusal instanceof Error ? refusal : new Error("failed to identify the caller"));
      }
    };
  };
}

/**
 * Returns whether a caller may use a route: a session may use every route, an API key only the routes in its scopes.
 */
function isAllowed({ scope, acceptsAllKeys }: AdmittedRoute, caller: Caller | undefined): boolean {
  if (caller?.keyId === undefined || acceptsAllKeys) return true;
  return scope !== undefined && (caller.scopes?.includes(scope) ?? true);
}

/** Returns why a route is refused: 401 without a caller, 403 for an API key without the scope. */
function findRefusal(
  route: AdmittedRoute,
  request: FastifyRequest,
  caller: Caller | undefined,
): AppError | undefined {
  if (route.auth === "public" || route.auth === "optional") return undefined;
  if (!caller) return unauthorized(getMissingCallerText(route, request));
  if (isAllowed(route, caller)) return undefined;
  if (route.scope === undefined) return new AppError(403, "forbidden", SCOPE_TEXTS.sessionNeeded);
  return new AppError(403, "insufficient_scope", SCOPE_TEXTS.missing(route.scope), {
    headers: {
      "www-authenticate": `Bearer realm="stoa", error="insufficient_scope", scope="${route.scope}"`,
    },
  });
}

/**
 * Returns the message for a request without a valid caller. It tells people that their session has ended, and programs
 * what is wrong with their key.
 */
function getMissingCallerText({ auth }: AdmittedRoute, request: FastifyRequest): string {
  const shown = readCredential(request);
  if (shown?.isKey) return SCOPE_TEXTS.invalidKey;
  return auth === "key" ? SCOPE_TEXTS.keyNeeded : TEXTS.account.unauthorized;
}

function findCredential(
  request: FastifyRequest,
  auth: RouteAuth,
): { credential: string; isKey: boolean } | undefined {
  if (auth === "public") return undefined;
  if (auth !== "key") return readCredential(request);
  const credential = readApiKey(request);
  return credential === undefined ? undefined : { credential, isKey: true };
}

/** @throws AppError 429 if too many invalid credentials came from this network. */
function identify(
  authenticator: Authenticator,
  request: FastifyRequest,
  auth: RouteAuth,
  limits: RequestLimits | undefined,
): MaybePromise<Caller | undefined> {
  const shown = findCredential(request, auth);
  if (shown === undefined) return undefined;
  const beforeLookup = () => {
    const refusal = limits?.lookUp(request);
    if (refusal) throw refusal;
  };
  return shown.isKey
    ? authenticator.byApiKey(shown.credential, beforeLookup)
    : authenticator.bySession(shown.credential, beforeLookup);
}

type Count = (
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
) => MaybePromise<AppError | undefined>;

function findCounter(route: AdmittedRoute, limits: RequestLimits): Count | undefined {
  const rateClass = getRateClass(route);
  if (rateClass === undefined) return undefined;
  if (rateClass === "sign_in") return (request, reply) => limits.countByAddress(request, reply, "sign_in");
  return (request, reply, caller) => {
    if (caller) return limits.countByCaller(reply, caller, rateClass);
    const wasShown = findCredential(request, route.auth) !== undefined;
    return limits.countByAddress(request, reply, wasShown ? "credentials" : "anonymous");
  };
}
