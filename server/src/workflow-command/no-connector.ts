import type { Door } from "@stoa/gateway";
import { answerDoorRefusal, DoorRefusal } from "../modules/workflows/index.ts";

/** What to do where a run on this machine asks for a service that is not connected. */
export const noConnector = (service: string) =>
  `Nothing is connected here for ${service}: name a file with its credential by --credentials.`;

/** The way to services of whoever has connected none. */
export const noConnectorsDoor: Door = (_session, request, response) => {
  const [, service = "this service"] = /^\/connectors\/([^/?]+)/.exec(request.url ?? "") ?? [];
  // As where services are connected: it is no answer of theirs.
  response.setHeader("x-stoa-error", "no_connector");
  answerDoorRefusal(
    request,
    response,
    new DoorRefusal(noConnector(service), { status: 403, code: "no_connector" }),
  );
  return Promise.resolve();
};
