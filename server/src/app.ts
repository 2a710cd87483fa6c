import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import type { Authenticator } from "./platform/http/caller.ts";
import { serveDocument } from "./platform/http/fixed-document.ts";
import { createHttpServer } from "./platform/http/http-server.ts";
import { createMount, type Mount } from "./platform/http/mount.ts";
import { limitUnknownPaths, type RequestLimits } from "./platform/http/request-limits.ts";
import { serveSite } from "./platform/http/static-site.ts";
import type { TrustedProxies } from "./platform/http/trusted-proxies.ts";
import { refuseWrongMethods } from "./platform/http/wrong-method.ts";
import { measureRequests } from "./platform/metrics/request-metrics.ts";
import type { Protocol } from "./platform/module.ts";
import { type AgentPageOptions, serveAgentPages } from "./site/agent-page.ts";
import { type LlmsTxtOptions, serveLlmsTxt } from "./site/llms-txt.ts";
import { serveSdks } from "./site/sdk-packages.ts";
import { type SiteMapOptions, serveSiteMap } from "./site/site-map.ts";

interface AppParts {
  log: FastifyBaseLogger;
  proxies: TrustedProxies;
  expectsProxy: boolean;
  takesRequestIds: boolean;
  authenticator: Authenticator;
  limits: RequestLimits;
  /** Measures requests, if metrics are enabled. */
  metrics: Registry | undefined;
  /** Each module mounts its routes below `/api/v1`. */
  routes: ((mount: Mount) => void)[];
  /** The interfaces with paths of their own. */
  protocols?: readonly Protocol[];
  /** The folder of the built web app. */
  site: string;
  /** The contents of robots.txt and the sitemap. */
  siteMap: Omit<SiteMapOptions, "pages">;
  /** The contents of llms.txt, which tells programs that read texts what this server offers. */
  llmsTxt: Omit<LlmsTxtOptions, "pages">;
  /** The data of each agent for search engines and link previews. */
  agentPages: Pick<AgentPageOptions, "publicUrl" | "findPublicAgent">;
  /** The folder of the packed SDKs, served at `/sdk/`. */
  sdks: string;
  /** The repository of the SDKs' source, if the operator has set one. */
  sdkSource?: string | undefined;
  /** The OpenAPI description, served at `/api/v1/openapi.json`. */
  openApiFile: string;
  /** The JSON Schema of declarative agents, for editors. */
  declarativeSchemaFile: string;
}

/** Creates the entire HTTP interface: the routes of every module, the OpenAPI description and the web app. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const app = createHttpServer(parts);
  if (parts.metrics) measureRequests(app, parts.metrics);
  limitUnknownPaths(app, parts.limits);
  refuseWrongMethods(app);
  const description = readFileSync(parts.openApiFile);
  const schema = readFileSync(parts.declarativeSchemaFile);
  await app.register(
    async (api) => {
      const mount = createMount(api, parts.authenticator, parts.limits);
      for (const routes of parts.routes) routes(mount);
      serveDocument(api, "/schemas/declarative-agent.json", {
        type: "application/schema+json; charset=utf-8",
        bytes: schema,
      });
      serveDocument(api, "/openapi.json", { type: "application/json; charset=utf-8", bytes: description });
    },
    { prefix: "/api/v1" },
  );
  for (const { prefix, serve, authenticator = parts.authenticator } of parts.protocols ?? [])
    await app.register(async (own) => serve(own, createMount(own, authenticator, parts.limits)), { prefix });
  serveSdks(app, parts.sdks, parts.sdkSource);
  const { pages, headers } = await serveSite(app, parts.site);
  if (headers)
    serveAgentPages(app, {
      ...parts.agentPages,
      limits: parts.limits,
      appPage: join(parts.site, "index.html"),
      headers,
    });
  serveSiteMap(app, { ...parts.siteMap, pages: [...pages.map(({ path }) => path), "/docs"] });
  serveLlmsTxt(app, { ...parts.llmsTxt, pages });
  return app;
}
