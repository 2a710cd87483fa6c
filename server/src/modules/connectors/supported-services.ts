import type { ServiceDefinition } from "./service-definition.ts";
import { businessServices } from "./services/business.ts";
import { codeServices } from "./services/code.ts";
import { mailAndPhoneServices } from "./services/mail-and-phone.ts";
import { messagingServices } from "./services/messaging.ts";
import { modelServices } from "./services/models.ts";
import { searchServices } from "./services/search.ts";
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
  ...searchServices,
  ...workflowEngines,
];

export const SERVICES_BY_NAME: ReadonlyMap<string, ServiceDefinition> = new Map(
  SUPPORTED_SERVICES.map((service) => [service.name, service]),
);

export function serviceNamed(name: string): ServiceDefinition | undefined {
  return SERVICES_BY_NAME.get(name);
}
