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
import { type AgentPageOptions, serveAgentPages } from "./site/agent-page.ts";
import { serveSdks } from "./site/sdk-packages.ts";
import { type SiteMapOptions, serveSiteMap } from "./site/site-map.ts";

interface AppParts {
  log: FastifyBaseLogger;
  proxies: TrustedProxies;
  expectsProxy: boolean;
  takesRequestIds: boolean;
  authenticator: Authenticator;
  limits: RequestLimits;
  /** Where requests are measured, if anywhere. */
  metrics: Registry | undefined;
  /** Each mounts its routes below `/api/v1`. */
  routes: ((mount: Mount) => void)[];
  /** The built web app. */
  site: string;
  /** What search engines are told of it. */
  siteMap: Omit<SiteMapOptions, "pages">;
  /** What search engines and previews of links are told of each agent. */
  agentPages: Pick<AgentPageOptions, "publicUrl" | "findPublicAgent">;
  /** The packed SDKs, served at `/sdk/`. */
  sdks: string;
  /** Where the source of the SDKs is published, if the operator says so. */
  sdkSource?: string | undefined;
  /** The API's description, served at `/api/v1/openapi.json`. */
  openApiFile: string;
  /** The JSON Schema of declarative agents, for editors. */
  declarativeSchemaFile: string;
}

/** The whole HTTP face: routes of every module, the API's description, the web app. */
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
  serveSdks(app, parts.sdks, parts.sdkSource);
  const { pages, headers } = await serveSite(app, parts.site);
  if (headers)
    serveAgentPages(app, {
      ...parts.agentPages,
      limits: parts.limits,
      appPage: join(parts.site, "index.html"),
      headers,
    });
  serveSiteMap(app, { ...parts.siteMap, pages: [...pages, "/docs"] });
  return app;
}
