import { connectorRoutes } from "../connectors.ts";
import { describe } from "./operation-words.ts";

const NO_CONNECTOR = { not_found: "There is no such connector of yours." };
const NO_CONSENT = {
  not_found: "The service is not connected in this way, or its operator has not enabled it.",
};
const DOWN = {
  provider_unavailable: "The provider does not answer; `Retry-After` says when to try again.",
};
const NO_AGENT = { not_found: "There is no such agent, or it is not open to you." };

export const connectorWords = describe(connectorRoutes, {
  list: { description: "Your connectors with their monthly quota and use. Credentials are never shown." },
  services: {
    description: "The services that connectors can be made for, and which fields each asks for.",
  },
  add: {
    description:
      "Connects a service. The credential is sealed and never shown again; agents use the service without ever holding it. A person has one connector a service. The service `api` is any API: its connector is named by its host (`api.example.com`), one for each. `usage_quota` is how many calls agents may make in a UTC month; null is any number.",
    errors: {
      400: {
        invalid_request: "An unknown service, or a field that it asks for is missing or not in its form.",
      },
      409: { conflict: "You have a connector for this service." },
    },
  },
  startConsent: {
    description:
      "Begins to connect a service whose list entry says `by_consent`: send the browser to `authorization_url`, where its owner allows access. It is valid for fifteen minutes, and for the same person alone.",
    errors: { 404: NO_CONSENT, 503: DOWN },
  },
  finishConsent: {
    description:
      "Connects the service with what its redirect brought to `/connect/{service}`. What was allowed is kept sealed, and renewed for as long as its owner allows it. A connector of the service that there is keeps its quota and its grants.",
    errors: {
      400: { sign_in_failed: "Access was not allowed, state or code do not fit, or the time is over." },
      404: NO_CONSENT,
      503: DOWN,
    },
  },
  update: {
    description:
      "Changes the monthly quota of a connector, or switches it on and off. What is left out stays.",
    errors: { 404: NO_CONNECTOR },
  },
  remove: {
    description: "Deletes a connector with its credential and with every grant that rests on it.",
    errors: { 404: NO_CONNECTOR },
  },
  test: {
    description:
      "Asks the service whether the credential works. `success` says so, `message` why not. It uses nothing of the month's quota; tests have a limit of their own.",
    errors: {
      404: NO_CONNECTOR,
      429: { rate_limited: "Too many tests of connectors, or too many requests." },
    },
  },
  grants: { description: "Which agents may use which of your connectors, and for which methods and paths." },
  revoke: {
    description: "Revokes a grant. An active run is refused from its next call on.",
    errors: { 404: { not_found: "There is no such grant of yours." } },
  },
  ofAgent: {
    description:
      "What an agent declares to use connectors for, and where the caller stands with each: `granted`, `not_granted`, `changed` (it asks for more than you allowed), `no_connector` or `inactive`.",
    errors: { 404: NO_AGENT },
  },
  grant: {
    description:
      "Allows an agent the uses of your connectors that it declares. `uses` repeats them as they were read from `GET /agents/{id}/connectors`, so that nobody allows what they have not seen. Where a use says `choose`, `connectors` names one or more of your connectors for any API: their keys go to their own hosts alone.",
    errors: {
      404: NO_AGENT,
      409: { conflict: "The agent declares other uses by now, or you have no connector for one of them." },
    },
  },
});
