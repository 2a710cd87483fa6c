import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { networkOf } from "../rate-limit/network-of.ts";
import { proxyTest, type TrustedProxies } from "./trusted-proxies.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What limits by address count this request under; `undefined` exempts a client on this machine. */
    readonly network: string | undefined;
  }
}

/** Once a minute is loud enough to be noticed and does not fill the log. */
const WARN_EVERY_MS = 60_000;
/** The network of everyone whose address is hidden behind an undeclared proxy on this machine. */
const HIDDEN_NETWORK = "undeclared-proxy";

interface ClientNetworkOptions {
  proxies: TrustedProxies;
  /**
   * Whether all clients are known to come through a proxy, because the public URL is https and this server speaks
   * http. Nobody is then taken for a client on this machine unless a declared proxy says so.
   */
  expectsProxy: boolean;
  now?: () => number;
}

/** Returns the header by which an undeclared proxy, or a client that imitates one, gives itself away. */
function findUnbelievedHeader(headers: IncomingHttpHeaders, isDeclared: boolean): string | undefined {
  if (headers["x-forwarded-for"] !== undefined) return isDeclared ? undefined : "X-Forwarded-For";
  if (headers.forwarded !== undefined) return "Forwarded";
  return headers["x-real-ip"] === undefined ? undefined : "X-Real-IP";
}

/**
 * Gives each request its `network`. A request that was forwarded by a peer that `STOA_TRUST_PROXY` does not name is
 * never exempt from limits, and is logged with the remedy, at most once a minute.
 */
export function addClientNetwork(app: FastifyInstance, options: ClientNetworkOptions): void {
  const { proxies, expectsProxy, now = Date.now } = options;
  const isProxy = proxyTest(proxies);
  let warnAgainAt = 0;

  const findUnbelieved = ({ headers, socket }: FastifyRequest) =>
    findUnbelievedHeader(headers, isProxy(socket.remoteAddress));

  app.decorateRequest("network", {
    getter(this: FastifyRequest) {
      const network = networkOf(this.ip);
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
        `${header} from ${request.socket.remoteAddress} is not believed: everyone behind that address shares one client's limits. ${remedyFor(header)}`,
      );
    }
    done();
  });
}

function remedyFor(header: string): string {
  if (header === "X-Forwarded-For")
    return "If it is your reverse proxy, set STOA_TRUST_PROXY to the number of proxies in front (1) or to their ranges, and restart. If not, a client sent the header itself and nothing needs to be done.";
  return "If it is your reverse proxy, let it send X-Forwarded-For, set STOA_TRUST_PROXY and restart.";
}
