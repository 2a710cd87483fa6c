import multipart from "@fastify/multipart";
import { LIMITS, type Route, TEXTS } from "@stoa/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod";
import { type Admission, createAdmission } from "./admission.ts";
import { AppError, unauthorized } from "./app-error.ts";
import type { Authenticator, Caller, MaybePromise } from "./caller.ts";
import { EXCESS_TEXTS, findExcess } from "./json-depth.ts";
import type { RequestLimits } from "./request-limits.ts";

/** The maximum number of bytes that a character takes in UTF-8. */
const BYTES_PER_CHARACTER = 4;

/** The arguments of a handler: everything is parsed by the contract; only streams need the request itself. */
export interface RouteCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A handler returns this if it has sent the reply itself, for example as a stream. */
export const HANDLED = Symbol("handled");

type Handler<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, C> = (
  call: RouteCall<P, Q, B> & { caller: C },
) => MaybePromise<z.input<R> | typeof HANDLED>;

/** Mounts routes of the contract: handles credentials, parsing, statuses and field names in one place. */
export interface Mount {
  /** Mounts a `public` or `optional` route. */
  open<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
    route: Route<P, Q, B, R>,
    handler: Handler<P, Q, B, R, Caller | undefined>,
  ): void;
  /** Mounts a `session` or `key` route, which always has a caller. */
  signedIn<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
    route: Route<P, Q, B, R>,
    handler: Handler<P, Q, B, R, Caller>,
  ): void;
  /**
   * Returns the check that precedes every route: who calls, with which scope, and how often. Protocols whose bodies and
   * errors have another form mount their routes themselves, with this check.
   */
  admit: Admission;
}

/** Parses one part of a request, or throws a 400 that lists every invalid field. */
export function parsePart<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => ({
    field: [...issue.path.map(String), ...listUnrecognizedKeys(issue)].join("."),
    message: issue.message,
  }));
  throw new AppError(400, "invalid_request", errors[0]?.message ?? TEXTS.signIn.checkInput, { errors });
}

/** Parses a part that the route declares. Other parts are not read; their type in the handler is `unknown`. */
function parseDeclared<S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> {
  return schema ? parsePart(schema, value) : (undefined as z.output<S>);
}

/** Parses the path parameters. @throws AppError 404 for an invalid id, because no record can have it */
function parseAddress<S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> {
  const parsed = schema?.safeParse(value);
  if (parsed?.success === false) throw new AppError(404, "not_found", "Nothing was found at this URL");
  return parsed?.data as z.output<S>;
}

/** @throws AppError 400 for a body that is invalid, nested too deeply, or would take too long to check. */
function parseBody<S extends z.ZodType>(schema: S | undefined, body: unknown, method: string): z.output<S> {
  // Every field of a change is optional, so an empty body would otherwise be accepted as an empty change.
  if (schema && body === undefined && method === "PUT")
    throw new AppError(
      400,
      "invalid_request",
      "The request has no body. Send a JSON object with the fields to change.",
    );
  const excess = schema && findExcess(body);
  if (excess) throw new AppError(400, "invalid_request", EXCESS_TEXTS[excess]);
  return parseDeclared(schema, body ?? {});
}

function listUnrecognizedKeys(issue: z.core.$ZodIssue): string[] {
  return issue.code === "unrecognized_keys" ? [issue.keys.join(",")] : [];
}

/** Returns a mount for `app`, whose prefix is already `/api/v1`. */
export function createMount(
  app: FastifyInstance,
  authenticator: Authenticator,
  limits?: RequestLimits,
): Mount {
  const admit = createAdmission(authenticator, limits);

  const add = <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
    route: Route<P, Q, B, R>,
    handler: (
      call: RouteCall<P, Q, B> & { caller: Caller | undefined },
    ) => MaybePromise<z.input<R> | typeof HANDLED>,
  ) => {
    const parseQuery = queryParser(route.query);
    const mountOn = (target: FastifyInstance, url: string) =>
      target.route({
        method: route.method,
        url,
        onRequest: admit(route),
        handler: (request, reply) => {
          const params = parseAddress(route.params, request.params);
          const query = parseQuery(request.query);
          const body = parseBody(
            route.encoding === undefined || route.encoding === "json" ? route.body : undefined,
            request.body,
            request.method,
          );
          const answer = handler({ params, query, body, request, reply, caller: request.caller });
          if (answer instanceof Promise) return answer.then((known) => respond(reply, route.status, known));
          respond(reply, route.status, answer);
          return undefined;
        },
      });
    for (const url of [route.path, ...(route.aliases ?? [])]) {
      if (route.encoding === "multipart")
        app.register(async (forms) => {
          await readForms(forms);
          mountOn(forms, url);
        });
      else if (route.encoding === "any")
        app.register(async (raw) => {
          takeAnyBody(raw);
          mountOn(raw, url);
        });
      else if (route.encoding === "stream")
        app.register(async (raw) => {
          passBodies(raw);
          mountOn(raw, url);
        });
      else mountOn(app, url);
    }
  };

  return {
    admit,
    open: (route, handler) => add(route, handler),
    signedIn: (route, handler) =>
      add(route, (call) => {
        if (!call.caller) throw unauthorized(TEXTS.account.unauthorized);
        return handler({ ...call, caller: call.caller });
      }),
  };
}

function respond(reply: FastifyReply, status: number, answer: unknown): FastifyReply {
  return answer === HANDLED ? reply : reply.status(status).send(answer);
}

/** Returns the parser of a query. Without a query, the defaults are always the same, so they are parsed once. */
function queryParser<S extends z.ZodType>(schema: S | undefined): (query: unknown) => z.output<S> {
  const unasked = schema?.safeParse({});
  if (!unasked?.success) return (query) => parseDeclared(schema, query);
  const defaults = unasked.data;
  Object.freeze(defaults);
  return (query) => (Object.keys(query ?? {}).length === 0 ? defaults : parseDeclared(schema, query));
}

/** Lets the routes of `app` accept bodies of every content type, as bytes, up to the usual size limit. */
function takeAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}

/** Lets the routes of `app` read bodies of every content type and size as streams. */
function passBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
}

/** Lets the routes of `app` read forms with one file, at no cost to other routes. */
async function readForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: {
      // This is the limit of an archive, which is larger than the limit of a single file. The form tells them apart by
      // their names.
      fileSize: LIMITS.archiveMaxBytes,
      files: 1,
      /** The upload form has fewer fields. The rest is for clients that send additional fields. */
      fields: 12,
      fieldSize: LIMITS.documentationMaxLength * BYTES_PER_CHARACTER,
      parts: 13,
      headerPairs: 50,
    },
  });
}
