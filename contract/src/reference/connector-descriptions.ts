import { connectorRoutes } from "../connectors.ts";
import { describe } from "./operation-descriptions.ts";

const NO_CONNECTOR = { not_found: "You have no such connector." };
const NO_CONSENT = {
  not_found: "The service cannot be connected in this way, or the operator has not enabled it.",
};
const DOWN = {
  provider_unavailable: "The provider does not respond. `Retry-After` says when to try again.",
};
const NO_AGENT = { not_found: "The agent does not exist, or you have no access to it." };

export const connectorDescriptions = describe(connectorRoutes, {
  list: {
    description: "Lists your connectors with their monthly quota and usage. Credentials are never shown.",
  },
  services: {
    description: "Lists the services that you can connect, and the fields that each one needs.",
  },
  add: {
    description:
      "Connects a service. The credential is encrypted and never shown again. Agents can use the service, but never see the credential. You can have one connector per service. The service `api` stands for any API: its connectors are named after their host (`api.example.com`), and you can have one per host. `usage_quota` is the number of calls that agents may make per UTC month; null means no limit.",
    errors: {
      400: {
        invalid_request: "The service is unknown, or one of its fields is missing or invalid.",
      },
      409: { conflict: "You already have a connector for this service." },
    },
  },
  startConsent: {
    description:
      "Starts connecting a service for which `by_consent` is true. Send the browser to `authorization_url`, where the owner allows access. The URL is valid for fifteen minutes, and only for the same user.",
    errors: { 404: NO_CONSENT, 503: DOWN },
  },
  finishConsent: {
    description:
      "Connects the service with the parameters of its redirect to `/connect/{service}`. The authorization is stored encrypted and renewed until the owner revokes it. An existing connector for the service keeps its quota and its grants.",
    errors: {
      400: {
        sign_in_failed:
          "Access was denied, the state or code does not match, or `authorization_url` has expired.",
      },
      404: NO_CONSENT,
      503: DOWN,
    },
  },
  update: {
    description:
      "Changes a connector's monthly quota, or turns the connector on or off. Omitted fields keep their values.",
    errors: { 404: NO_CONNECTOR },
  },
  remove: {
    description: "Deletes a connector with its credential and all grants that use it.",
    errors: { 404: NO_CONNECTOR },
  },
  test: {
    description:
      "Asks the service whether the credential works. `success` is the result, `message` the reason for a failure. A test does not count toward the monthly quota; tests have their own limit.",
    errors: {
      404: NO_CONNECTOR,
      429: { rate_limited: "Too many connection tests, or too many requests." },
    },
  },
  grants: { description: "Lists which agents may use which of your connectors, with methods and paths." },
  revoke: {
    description: "Revokes a grant. Active runs can make no further calls with it.",
    errors: { 404: { not_found: "You have no such grant." } },
  },
  ofAgent: {
    description:
      "Lists the services that an agent uses with your connectors, and your status for each: `granted`, `not_granted`, `changed` (it now asks for more than you allowed), `no_connector` or `inactive`.",
    errors: { 404: NO_AGENT },
  },
  grant: {
    description:
      "Allows an agent to use your connectors in the way that it declares. `uses` repeats the response of `GET /agents/{id}/connectors`, so that you allow only what you have seen. If a service has `choose`, `connectors` names one or more of your connectors for any API: their keys are sent only to their own hosts.",
    errors: {
      404: NO_AGENT,
      409: {
        conflict: "The agent now declares different access, or you lack a connector for one of the services.",
      },
    },
  },
  hostGrants: {
    description:
      "Lists the agents that you allow to send requests to hosts on the internet, each with its hosts, newest permission first. To revoke a permission, use `DELETE /agents/{id}/hosts/allow`.",
  },
  hosts: {
    description:
      "Lists the hosts on the internet that an agent's runs send requests to, and your status: `granted`, `not_granted`, `changed` (it now reaches more than you allowed, or has a new owner) or `not_needed`.",
    errors: { 404: NO_AGENT },
  },
  allowHosts: {
    description:
      "Allows an agent to send requests, which may contain your input, to its hosts. `hosts` repeats the response of `GET /agents/{id}/hosts`, so that you allow only what you have seen. A later version that reaches more hosts needs your permission again.",
    errors: { 404: NO_AGENT, 409: { conflict: "The agent now declares other hosts." } },
  },
  revokeHosts: {
    description:
      "Revokes the permission. New runs of the agent are refused; active runs keep their connections.",
    errors: { 404: { not_found: "You have not allowed this agent to reach any host." } },
  },
});
