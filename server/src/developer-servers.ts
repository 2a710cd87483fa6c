import type { Connectors } from "./modules/connectors/index.ts";
import type { ServerOf } from "./modules/workflows/index.ts";
import { RouteRefusal } from "./platform/run-routes/route-refusal.ts";

const SERVICE = "n8n";

const refused = (message: string) => new RouteRefusal(message, { status: 503, code: "no_engine" });

const WHY_NOT = {
  quota_reached: "Its developer's connector for n8n has reached its quota of this month",
  inactive: "Its developer's connector for n8n is switched off",
  gone: "Its developer has no connector for n8n",
} as const;

/**
 * Where workflows run whose file asks for a server of their developer's own: what the developer's connector names. The
 * caller's connectors and grants have no part in it; each run is one use of the developer's.
 */
export function developerServers(connectors: Connectors): ServerOf {
  return async ({ developerAccountId }) => {
    const connector = await connectors.openOfAccount(developerAccountId, SERVICE);
    if (!connector) throw refused(WHY_NOT.gone);
    if (!connector.isActive) throw refused(WHY_NOT.inactive);
    const counted = await connectors.countUse(connector.id);
    if (counted !== "counted") throw refused(WHY_NOT[counted]);
    const { service, secrets } = connector;
    return {
      address: service.baseUrl(secrets.config).replace(/\/api\/v1$/, ""),
      headers: service.attach(secrets).headers,
    };
  };
}
