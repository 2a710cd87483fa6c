import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOutbound } from "../../platform/outbound/create-outbound.ts";
import type { Outbound, OutboundRequest } from "../../platform/outbound/outbound.ts";
import { REDIRECTS_FAIL } from "../../platform/outbound/redirect.ts";
import { sendEvent } from "./send-event.ts";

const real = createOutbound({ allow: ["127.0.0.1/32"] });
/** A receiver that begins a response to `/begins` but never ends it, and that sends nothing for other paths. */
const receiver = createServer((request, response) => {
  if (request.url === "/begins") response.writeHead(200).write("begun");
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  ({ port } = receiver.address() as AddressInfo);
});
afterAll(async () => {
  await real.close();
  receiver.closeAllConnections();
  receiver.close();
});

/** Creates an outbound client with shorter timeouts than usual. */
function impatient(requests: OutboundRequest[]): Outbound {
  return {
    ...real,
    checkUrl: (url) => real.checkUrl(url),
    close: () => real.close(),
    request: (request) => {
      requests.push(request);
      return real.request({ ...request, bounds: { ...request.bounds, totalMs: 300 } });
    },
  };
}

const send = (path: string, requests: OutboundRequest[] = []) =>
  sendEvent(
    impatient(requests),
    { url: `http://127.0.0.1:${port}${path}`, headers: {}, body: "{}" },
    new AbortController().signal,
  );

test("waits at most 15 seconds for a receiver and does not follow a redirect", async () => {
  const requests: OutboundRequest[] = [];
  expect(await send("/silent", requests)).toMatchObject({
    httpStatus: null,
    answer: null,
    error: "The server did not respond in time",
  });
  expect(requests).toMatchObject([{ bounds: { totalMs: 15_000 }, redirects: REDIRECTS_FAIL }]);
});

test("treats an event as delivered after status 200, even if the body never ends", async () => {
  expect(await send("/begins")).toMatchObject({ httpStatus: 200, answer: "begun", error: null });
});
