import type { ServiceDefinition } from "../service-definition.ts";
import { inHeader } from "./attach.ts";
import { addressProblem, ownAddress } from "./configured.ts";

/** Where people's workflows run. */
export const workflowEngines: ServiceDefinition[] = [
  {
    name: "n8n",
    displayName: "n8n",
    description: "Workflows and executions of an n8n server of your own",
    documentationUrl: "https://docs.n8n.io/api/authentication/",
    requiredFields: ["api_key", "base_url"],
    baseUrl: (config) => `${ownAddress(config, "base_url")}/api/v1`,
    attach: inHeader("x-n8n-api-key"),
    checks: { base_url: addressProblem },
    test: { method: "GET", path: "/workflows?limit=1" },
  },
];
