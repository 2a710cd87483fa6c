import { isReplacedOrigin } from "@stoa/contract/chosen-servers";
import type { Door } from "@stoa/gateway";
import { answerDoorRefusal, DoorRefusal } from "../modules/workflows/index.ts";

/** What to do where a run on this machine asks for a service that is not connected. */
export const noConnector = (service: string) =>
  isReplacedOrigin(service)
    ? `Nothing takes the place of ${service} here: name a file by --credentials that says "in_place_of": "${service}".`
    : `Nothing is connected here for ${service}: name a file with its credential by --credentials.`;

/** The answer to calls of services if none is connected. */
export const noConnectorsDoor: Door = (_session, request, response) => {
  const [, named = "this service"] = /^\/connectors\/([^/?]+)/.exec(request.url ?? "") ?? [];
  const service = named.replace(/%3A|%2F|%5B|%5D/g, decodeURIComponent);
  // As where services are connected: it is no answer of theirs.
  response.setHeader("x-stoa-error", "no_connector");
  answerDoorRefusal(
    request,
    response,
    new DoorRefusal(noConnector(service), { status: 403, code: "no_connector" }),
  );
  return Promise.resolve();
};
