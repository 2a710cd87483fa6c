import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { toNetwork } from "../rate-limit/network-of.ts";
import { createProxyTest, type TrustedProxies } from "./trusted-proxies.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The network under which rate limits count this request; `undefined` exempts a client on this machine. */
    readonly network: string | undefined;
  }
}

/** The minimum time between two log lines. One line per minute is noticed and does not fill the log. */
const WARN_EVERY_MS = 60_000;
/** The network of all clients whose address is hidden by an undeclared proxy on this machine. */
const HIDDEN_NETWORK = "undeclared-proxy";

interface ClientNetworkOptions {
  proxies: TrustedProxies;
  /**
   * Whether all clients come through a proxy. This is certain if the public URL is https, because this server itself
   * speaks only http. In that case a client counts as local only if a declared proxy says so.
   */
  expectsProxy: boolean;
  now?: () => number;
}

/** Returns the header that reveals an undeclared proxy, or a client that imitates one. */
function findUnbelievedHeader(headers: IncomingHttpHeaders, isDeclared: boolean): string | undefined {
  if (headers["x-forwarded-for"] !== undefined) return isDeclared ? undefined : "X-Forwarded-For";
  if (headers.forwarded !== undefined) return "Forwarded";
  return headers["x-real-ip"] === undefined ? undefined : "X-Real-IP";
}

/**
 * Sets the `network` of each request. A request that was forwarded by a peer that `STOA_TRUST_PROXY` does not name is
 * never exempt from limits. It is logged with the remedy, at most once per minute.
 */
export function addClientNetwork(app: FastifyInstance, options: ClientNetworkOptions): void {
  const { proxies, expectsProxy, now = Date.now } = options;
  const isProxy = createProxyTest(proxies);
  let warnAgainAt = 0;

  const findUnbelieved = ({ headers, socket }: FastifyRequest) =>
    findUnbelievedHeader(headers, isProxy(socket.remoteAddress));

  app.decorateRequest("network", {
    getter(this: FastifyRequest) {
      const network = toNetwork(this.ip);
      if (network !== undefined) return network;
      const cameByProxy = isProxy(this.socket.remoteAddress) && this.headers["x-forwarded-for"] !== undefined;
      const isHidden = findUnbelieved(this) !== undefined || (expectsProxy && !cameByProxy);
      return isHidden ? HIDDEN_NETWORK : undefined;
    },
  });

  app.addHook("onRequest", (request, _reply, done) => {
    const header = findUnbelieved(request);
    if (header !== undefined && now() >= warnAgainAt) {
      warnAgainAt = now() + WARN_EVERY_MS;
      request.log.error(
        { peer: request.socket.remoteAddress, header },
        `Ignored ${header} from ${request.socket.remoteAddress}: all clients behind that address share the rate limits of one client. ${getRemedy(header)}`,
      );
    }
    done();
  });
}

function getRemedy(header: string): string {
  if (header === "X-Forwarded-For")
    return "If it is your reverse proxy, set STOA_TRUST_PROXY to the number of proxies in front (1) or to their ranges, and restart. If not, a client sent the header itself and nothing needs to be done.";
  return "If it is your reverse proxy, configure it to send X-Forwarded-For, set STOA_TRUST_PROXY and restart.";
}
