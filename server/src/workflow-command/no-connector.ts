import { isReplacedOrigin } from "@stoa/contract/chosen-servers";
import type { RunRoute } from "@stoa/gateway";
import { RouteRefusal, sendRefusal } from "../platform/run-routes/route-refusal.ts";

/** Returns the error text for a service that is not connected, with how to connect it. */
export const createNoConnectorRefusal = (service: string) =>
  isReplacedOrigin(service)
    ? `No connector replaces ${service}. Add an entry with "in_place_of": "${service}" to your credentials file (--credentials).`
    : `No credential for ${service}. Add one to a file and pass it with --credentials.`;

/** Refuses all calls to services, because nothing is connected. */
export const noConnectorsRoute: RunRoute = {
  path: "/connectors",
  handle(_session, request, response) {
    const [, name = "this service"] = /^\/connectors\/([^/?]+)/.exec(request.url ?? "") ?? [];
    const service = name.replace(/%3A|%2F|%5B|%5D/g, decodeURIComponent);
    const refusal = new RouteRefusal(createNoConnectorRefusal(service), {
      status: 403,
      code: "no_connector",
    });
    sendRefusal(request, response, refusal);
    return Promise.resolve();
  },
};
