import type { FastifyInstance } from "fastify";
import { Histogram, type Registry } from "prom-client";

/** The buckets reach from a cached reply to the longest run. Streams are measured to their end. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600];

/** The methods of our routes; a client may invent others. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Measures every reply under the declared path of its route, never under the requested path. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: "stoa_http_request_duration_seconds",
    help: "Duration of HTTP requests, by method, route and status",
    labelNames: ["method", "route", "status"],
    buckets: SECONDS,
    registers: [registry],
  });
  app.addHook("onResponse", ({ method, routeOptions }, reply, done) => {
    const labels = {
      method: METHODS.has(method) ? method : "other",
      route: routeOptions.url ?? "none",
      status: reply.statusCode,
    };
    durations.observe(labels, reply.elapsedTime / 1000);
    done();
  });
}
