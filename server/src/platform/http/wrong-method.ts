import type { FastifyInstance } from "fastify";
import { AppError } from "./app-error.ts";

/** Converts a route such as `/agents/:id` to a pattern that matches its paths. */
function toPattern(url: string): RegExp {
  const parts = url.split("/").map((part) => (part.startsWith(":") ? "[^/]+" : part.replace(/\W/g, "\\$&")));
  return new RegExp(`^${parts.join("/")}$`);
}

/**
 * Refuses a request whose path exists but does not support its method, with 405 and the supported methods. Call this
 * before the routes are mounted, because it records them as they are added. Only requests that match no route pay for
 * the search.
 */
export function refuseWrongMethods(app: FastifyInstance): void {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook("onRoute", ({ url, method }) => {
    const entry = known.get(url) ?? { pattern: toPattern(url), methods: new Set<string>() };
    for (const name of [method].flat()) entry.methods.add(name);
    known.set(url, entry);
  });
  app.addHook("onRequest", (request, _reply, done) => {
    const { url } = request.routeOptions;
    // The web app's files are served by a wildcard route, which matches every path that is not part of the API.
    if (url !== undefined && !url.endsWith("*")) return done();
    const [path = ""] = request.url.split("?");
    const methods = [...known.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap((entry) => [...entry.methods]);
    if (methods.length === 0 || methods.includes(request.method)) return done();
    const allow = [...new Set(methods)].sort().join(", ");
    done(
      new AppError(
        405,
        "method_not_allowed",
        `This endpoint does not support ${request.method}. Use ${allow}.`,
        {
          headers: { allow },
        },
      ),
    );
  });
}
