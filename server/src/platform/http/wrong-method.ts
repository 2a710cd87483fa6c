import type { FastifyInstance } from "fastify";
import { AppError } from "./app-error.ts";

/** `/agents/:id` as a pattern of the addresses that it serves. */
function toPattern(url: string): RegExp {
  const parts = url.split("/").map((part) => (part.startsWith(":") ? "[^/]+" : part.replace(/\W/g, "\\$&")));
  return new RegExp(`^${parts.join("/")}$`);
}

/**
 * Refuses a request whose address exists but not for its method, with 405 and the methods that it has. Call it before
 * the routes are mounted: it notes them as they come. Only requests that no route takes pay for the search.
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
    // The web app's files answer to a wildcard, which takes every address that no route of the API has.
    if (url !== undefined && !url.endsWith("*")) return done();
    const [path = ""] = request.url.split("?");
    const methods = [...known.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap((entry) => [...entry.methods]);
    if (methods.length === 0 || methods.includes(request.method)) return done();
    const allow = [...new Set(methods)].sort().join(", ");
    done(
      new AppError(405, "method_not_allowed", `This address does not take ${request.method}. Use ${allow}.`, {
        headers: { allow },
      }),
    );
  });
}
