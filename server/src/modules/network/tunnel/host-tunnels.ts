import { isIP, type Socket } from "node:net";
import type { GatewaySession, OpenTunnel, Tunnel } from "@stoa/gateway";
import { ANY_HOST, isDeclaredHost } from "../../../platform/outbound/declared-hosts.ts";
import { type Outbound, OutboundError } from "../../../platform/outbound/outbound.ts";
import { carry, type Moved } from "./carry.ts";
import { readGreeting } from "./client-greeting.ts";
import type { ConnectingRun, ConnectingRuns, HostConnection } from "./connecting-run.ts";
import {
  ConnectionRefusal,
  getProtocol,
  sendConnectionRefusal,
  toConnectionRefusal,
} from "./connection-refusal.ts";
import { OpenConnections } from "./open-connections.ts";

/**
 * How long connecting to a host may take: as long as for requests that workflows send and for requests to connected
 * services.
 */
const CONNECT_MS = 10_000;
/** The number of hosts that an error names. A longer list would be hard to read in a sentence. */
const MAX_NAMED = 10;

const RUN_ENDED = new ConnectionRefusal("This run has ended.", { status: 403, code: "run_ended" });
const IN_TRIAL = new ConnectionRefusal("The trial run of an upload cannot connect to hosts.", {
  status: 403,
  code: "trial_run",
});

export interface HostTunnelOptions {
  runs: ConnectingRuns;
  outbound: Pick<Outbound, "connect">;
  log: { error(fields: object, message: string): void };
}

/**
 * Creates the handler that connects runs to the hosts that their versions declare. It does not rely on the
 * sandbox, which forwards only connections to declared hosts, because agent code can also request any host
 * here directly.
 */
export function createHostTunnels(options: HostTunnelOptions): OpenTunnel {
  const tunnels = new HostTunnels(options);
  return (session, tunnel) => tunnels.open(session, tunnel);
}

class HostTunnels {
  readonly #options: HostTunnelOptions;
  readonly #connections = new OpenConnections();

  constructor(options: HostTunnelOptions) {
    this.#options = options;
  }

  open({ runId, trial }: GatewaySession, tunnel: Tunnel): void {
    const { runs } = this.#options;
    tunnel.socket.on("error", () => tunnel.socket.destroy());
    if (trial) {
      runs.recordTrialCall(runId, tunnel.host);
      sendRefusal(tunnel, IN_TRIAL);
      return;
    }
    const run = runs.find(runId);
    if (run === undefined) sendRefusal(tunnel, RUN_ENDED);
    else run.track(this.#serve(runId, run, tunnel));
  }

  /** Carries a connection until it ends, and records it. Never rejects. */
  async #serve(runId: string, run: ConnectingRun, tunnel: Tunnel): Promise<void> {
    const startedAt = performance.now();
    const moved = { sent: 0, received: 0 };
    const record = (outcome: HostConnection["outcome"], reason: string | null) =>
      this.#connections.record(run, {
        host: tunnel.host,
        port: tunnel.port,
        outcome,
        reason,
        bytesSent: moved.sent,
        bytesReceived: moved.received,
        durationMs: Math.round(performance.now() - startedAt),
      });
    try {
      requireDeclared(run.hosts, tunnel);
      const end = this.#connections.begin(run);
      const reason = await this.#connect(run, tunnel, moved).finally(end);
      record(reason === undefined ? "connected" : "failed", reason ?? null);
    } catch (error) {
      const refusal = toRefusal(tunnel.host, error);
      if (refusal.code === "internal")
        this.#options.log.error({ err: error, runId }, "a connection of a run failed");
      sendRefusal(tunnel, refusal);
      if (refusal.code !== "client_closed") record(refusal.isOurs ? "refused" : "failed", refusal.reason);
    }
  }

  /**
   * Connects to the host and carries the connection.
   * @returns why we ended the connection, if we did.
   * @throws ConnectionRefusal if the client names another host, OutboundError if the host cannot be reached.
   */
  async #connect(run: ConnectingRun, tunnel: Tunnel, moved: Moved): Promise<string | undefined> {
    const { host, port, isRaw, socket: client } = tunnel;
    const ended = new AbortController();
    const abort = () => ended.abort();
    run.signal.addEventListener("abort", abort, { once: true });
    if (run.signal.aborted) abort();
    const connected = this.#options.outbound.connect({
      host,
      port,
      connectMs: CONNECT_MS,
      isHalfOpen: true,
      signal: ended.signal,
    });
    try {
      if (!isRaw) {
        await connected;
        client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
        tunnel.isRaw = true;
      }
      return await this.#exchange(run, tunnel, connected, moved);
    } catch (error) {
      connected.then((server) => server.destroy()).catch(() => undefined);
      throw error;
    } finally {
      run.signal.removeEventListener("abort", abort);
    }
  }

  async #exchange(
    { traffic }: ConnectingRun,
    tunnel: Tunnel,
    connected: Promise<Socket>,
    moved: Moved,
  ): Promise<string | undefined> {
    const { socket: client, head } = tunnel;
    const greeting = readGreeting(client, head, tunnel);
    // The connection to the host is opened while the client's first bytes arrive, so either can fail before it is
    // awaited.
    for (const either of [connected, greeting]) either.catch(() => undefined);
    connected.then((server) => server.on("error", () => server.destroy())).catch(() => undefined);
    // In other protocols the host may speak first.
    if (getProtocol(tunnel.port) !== "unknown") await greeting;
    return carry({ client, server: await connected, greeting, traffic }, moved);
  }
}

/**
 * Requires that the run's version declares the host with this port, because its callers were shown both. `*` means
 * hosts with the usual ports: an agent that could reach any port could send mail to strangers.
 * @throws ConnectionRefusal if the host is not declared.
 */
function requireDeclared(hosts: readonly string[], { host, port }: Tunnel): void {
  const isUsual = getProtocol(port) !== "unknown";
  const named = isUsual ? host : `${host}:${port}`;
  const candidates = isUsual ? hosts : hosts.filter((declared) => declared !== ANY_HOST);
  // Names without a dot, such as the names of containers, belong to machines in our network.
  if (host.includes(".") && isIP(host) === 0 && isDeclaredHost(candidates, { host: named })) return;
  throw new ConnectionRefusal(
    `${named} is not one of the hosts that this agent declares: ${listHosts(hosts)}. The developer can add hosts in @stoa.agent(hosts=[...]) or STOA_HOSTS.`,
    { status: 403, code: "not_declared", reason: "The agent does not declare this host." },
  );
}

function listHosts(hosts: readonly string[]): string {
  if (hosts.length === 0) return "none";
  const more = hosts.length - MAX_NAMED;
  return hosts.slice(0, MAX_NAMED).join(", ") + (more > 0 ? `, and ${more} more` : "");
}

function sendRefusal({ socket, port, isRaw }: Tunnel, refusal: ConnectionRefusal): void {
  // A client that requests the connection as from a proxy expects a reply in HTTP.
  sendConnectionRefusal(socket, isRaw ? getProtocol(port) : "http", refusal);
}

function toRefusal(host: string, error: unknown): ConnectionRefusal {
  if (error instanceof ConnectionRefusal) return error;
  if (error instanceof OutboundError && error.code !== "aborted") return toConnectionRefusal(host, error);
  if (error instanceof OutboundError) return RUN_ENDED;
  return new ConnectionRefusal("Something went wrong on our side.", { status: 500, code: "internal" });
}
