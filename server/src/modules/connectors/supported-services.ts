import { ANY_API, isApiHost } from "@stoa/contract";
import type { ServiceDefinition } from "./service-definition.ts";
import { anyApi, apiAt } from "./services/any-api.ts";
import { businessServices } from "./services/business.ts";
import { codeServices } from "./services/code.ts";
import { googleServices } from "./services/google.ts";
import { mailAndPhoneServices } from "./services/mail-and-phone.ts";
import { messagingServices } from "./services/messaging.ts";
import { modelServices } from "./services/models.ts";
import { searchServices } from "./services/search.ts";
import { smtp } from "./services/smtp/index.ts";
import { teamworkServices } from "./services/teamwork.ts";
import { workflowEngines } from "./services/workflow-engines.ts";

/** The services that connectors can be made for, as they are listed. */
export const SUPPORTED_SERVICES: readonly ServiceDefinition[] = [
  ...modelServices,
  ...messagingServices,
  ...codeServices,
  ...teamworkServices,
  ...businessServices,
  ...mailAndPhoneServices,
  smtp,
  ...searchServices,
  ...googleServices,
  ...workflowEngines,
  anyApi,
];

const SERVICES_BY_NAME: ReadonlyMap<string, ServiceDefinition> = new Map(
  SUPPORTED_SERVICES.map((service) => [service.name, service]),
);

/** A service by its name, or by the host that is one's name. */
export function serviceNamed(name: string): ServiceDefinition | undefined {
  return SERVICES_BY_NAME.get(name) ?? (isApiHost(name) ? apiAt(name) : undefined);
}

/** Fields that say where a service lies at its customer's. */
const ADDRESSES = ["base_url", "site_url", "subdomain", "host"];

/** The service that lies at a host for everybody. */
export function serviceAtHost(host: string): ServiceDefinition | undefined {
  return SUPPORTED_SERVICES.find(
    ({ requiredFields, baseUrl }) =>
      !requiredFields.some((field) => ADDRESSES.includes(field)) && new URL(baseUrl({})).host === host,
  );
}

/** What agents may declare: "Any API" by its host alone, and a host by the service that it has. */
export const DECLARABLE_SERVICES = {
  get: (name: string) => (name === ANY_API || serviceAtHost(name) ? undefined : serviceNamed(name)),
  keys: () => SERVICES_BY_NAME.keys(),
};
