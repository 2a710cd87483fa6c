import { ANY_API, isApiHost } from "@stoa/contract";
import { SERVICES, type Service } from "@stoa/contract/services";
import type { ServiceBehavior, ServiceDefinition } from "./service-definition.ts";
import { ANY_API_BEHAVIOR } from "./services/any-api.ts";
import { createBearerAuth } from "./services/attach.ts";
import { BEHAVIORS } from "./services/behaviors.ts";

function defineService(service: Service, behavior: ServiceBehavior = {}): ServiceDefinition {
  const { name, displayName, description, documentationUrl, requiredFields, hasSideEffects } = service;
  const { hosts, basePath = "", testPath = "/" } = service;
  const { address = () => `https://${hosts[0]}`, test, ...added } = behavior;
  return {
    ...{ name, displayName, description, documentationUrl, requiredFields },
    ...(hasSideEffects && { hasSideEffects }),
    baseUrl: (config) => address(config) + basePath,
    attach: createBearerAuth,
    ...added,
    test: { method: "GET", path: testPath, ...test },
  };
}

/** All services for which connectors can be added, in the order in which they are listed. */
export const SUPPORTED_SERVICES: readonly ServiceDefinition[] = SERVICES.map((service) =>
  defineService(service, service.name === ANY_API ? ANY_API_BEHAVIOR : BEHAVIORS[service.name]),
);

const SERVICES_BY_NAME: ReadonlyMap<string, ServiceDefinition> = new Map(
  SUPPORTED_SERVICES.map((service) => [service.name, service]),
);

/** Returns "Any API" for one host as a service whose name is the host. */
function findApi(host: string): ServiceDefinition | undefined {
  const anyApi = SERVICES_BY_NAME.get(ANY_API);
  if (!anyApi) return undefined;
  const { host: _, ...checks } = anyApi.checks ?? {};
  return {
    ...anyApi,
    name: host,
    displayName: host,
    requiredFields: anyApi.requiredFields.filter((field) => field !== "host"),
    baseUrl: () => `https://${host}`,
    checks,
  };
}

/** Returns the service with this name. If the name is the host of an API, returns "Any API" for that host. */
export function findService(name: string): ServiceDefinition | undefined {
  return SERVICES_BY_NAME.get(name) ?? (isApiHost(name) ? findApi(name) : undefined);
}

/** Fields that contain the URL or the host of a customer's own installation. */
const ADDRESSES = ["base_url", "site_url", "subdomain", "host"];

/** Returns the service whose API has this host for all its customers. */
export function findServiceByHost(host: string): ServiceDefinition | undefined {
  return SUPPORTED_SERVICES.find(
    ({ requiredFields, baseUrl }) =>
      !requiredFields.some((field) => ADDRESSES.includes(field)) && new URL(baseUrl({})).host === host,
  );
}

/**
 * The services that agents may declare. Supported services are declared by their name, not by their host. "Any API" is
 * declared by its host.
 */
export const DECLARABLE_SERVICES = {
  get: (name: string) => (name === ANY_API || findServiceByHost(name) ? undefined : findService(name)),
  keys: () => SERVICES_BY_NAME.keys(),
};
