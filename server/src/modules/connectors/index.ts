import { defineModule } from "../../platform/module.ts";
import type { MemoryBudget } from "../../platform/run-routes/memory-budget.ts";
import { type ConsentProvidersOptions, createConsentProviders } from "./consent/create-consent-providers.ts";
import { createAllowance } from "./grants/allowance.ts";
import { mountGrantRoutes } from "./grants/grant-routes.ts";
import type { GrantedAgents } from "./grants/granted-agents.ts";
import { ConnectorGrants } from "./grants/grants.ts";
import { type ConnectorRouteOptions, createConnectorRoute } from "./proxy/connector-route.ts";
import { mountConnectorRoutes } from "./routes.ts";
import { Connectors, type ConnectorsOptions } from "./service.ts";

export type { ConnectorSource, OpenConnector } from "./connector-source.ts";
export { ConnectorGrants, type RequestedUses } from "./grants/grants.ts";
export { findSearchService } from "./grants/search-service.ts";
export { personalData } from "./personal-data.ts";
export { checkNewConnector } from "./policy.ts";
export { type ConnectorRouteOptions, createConnectorRoute } from "./proxy/connector-route.ts";
export type { ConnectorCall, ProxiedRun, ProxiedRuns } from "./proxy/proxied-run.ts";
export { createSealedConnectorTable } from "./reseal.ts";
export type { ServiceDefinition } from "./service-definition.ts";
export { DECLARABLE_SERVICES, findService } from "./supported-services.ts";

export interface ConnectorsDeps
  extends Omit<ConnectorsOptions, "consentProviders">,
    Omit<ConsentProvidersOptions, "outbound"> {
  log: ConnectorsOptions["log"] & ConnectorRouteOptions["log"];
  /** The agents that declare connectors. The `catalog` module provides them. */
  agents: GrantedAgents;
  /** The memory that the requests of all runs on this node share. */
  requestMemory: MemoryBudget;
  /** The active runs of this node. The `runs` module provides them. */
  runs: ConnectorRouteOptions["runs"];
}

/** Creates services, encrypted credentials, grants, and the proxy through which agents call services. */
export function createConnectors(deps: ConnectorsDeps) {
  const { db, agents, runs, outbound, log } = deps;
  const connectors = new Connectors({ ...deps, consentProviders: createConsentProviders(deps) });
  const grants = new ConnectorGrants({ db, agents });
  return defineModule({
    api: {
      grants,
      /** Prepares the revocation of an account's access at services, for the deletion of the account. */
      prepareRevocation: (accountId: string) => connectors.withdrawals.collectForAccount(accountId),
      useOfAccount: (accountId: string, service: string) => connectors.useOfAccount(accountId, service),
      /** The route through which runs call services. */
      runRoute: createConnectorRoute({
        runs,
        connectors,
        allowanceFor: createAllowance(db),
        outbound,
        memory: deps.requestMemory,
        log,
      }),
    },
    routes(mount) {
      mountConnectorRoutes(mount, connectors);
      mountGrantRoutes(mount, grants);
    },
    close: () => connectors.withdrawals.waitForPending(),
  });
}
