import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { createApp } from "../app.ts";

import type { Catalog } from "../modules/catalog/index.ts";
import type { Database } from "../platform/db/database.ts";
import type { Authenticator } from "../platform/http/caller.ts";
import { createRatePolicies } from "../platform/http/rate-policies.ts";
import { createRequestLimits } from "../platform/http/request-limits.ts";
import type { Module } from "../platform/module.ts";
import { addReports } from "../platform/rate-limit/rate-store.ts";
import { SharedCounters } from "../platform/rate-limit/shared-counters.ts";
import type { PlatformOptions } from "./open-platform.ts";

interface AppOptions extends Pick<PlatformOptions, "config" | "log"> {
  paths: { web: string; sdks: string; openApi: string; declarativeSchema: string };
}

/** The parts of the product that the HTTP server needs. */
interface ServedProduct {
  modules: readonly Module<unknown>[];
  accounts: { authenticator: Authenticator };
  catalog: Pick<Catalog, "publicAgents" | "publicSummaries" | "findPublicAgent">;
  /** Undefined if no port is set for metrics. */
  metrics: Registry | undefined;
}

/** Creates the HTTP server with the routes of all modules, the web app, and the limits that all nodes share. */
export function openApp(
  { config, paths, log }: AppOptions,
  db: Database,
  { modules, accounts, catalog, metrics }: ServedProduct,
): Promise<FastifyInstance> {
  const { publicUrl } = config.signIn;
  const counters = new SharedCounters({
    report: (reports) => addReports(db, reports),
    onFailure: (err) => log.warn({ err }, "failed to share rate limit counters with other nodes"),
  });
  return createApp({
    log,
    proxies: config.proxies,
    expectsProxy: config.expectsProxy,
    takesRequestIds: config.takesRequestIds,
    authenticator: accounts.authenticator,
    metrics,
    limits: createRequestLimits(counters, createRatePolicies(config.rateLimitFactor)),
    routes: modules.map(({ routes }) => routes),
    protocols: modules.flatMap(({ protocols }) => protocols),
    site: paths.web,
    siteMap: { publicUrl, listPublicAgents: catalog.publicAgents },
    llmsTxt: { publicUrl, listPublicSummaries: catalog.publicSummaries },
    agentPages: { publicUrl, findPublicAgent: catalog.findPublicAgent },
    sdks: paths.sdks,
    sdkSource: config.sdkSource,
    openApiFile: paths.openApi,
    declarativeSchemaFile: paths.declarativeSchema,
  });
}
