import { createGateway, readGatewayConfig } from "@stoa/gateway";
import type { RunReceipt } from "@stoa/runtime/protocol";
import type { AgentRuntime } from "@stoa/runtime/supervisor";
import { CountingBudget } from "../../../../gateway/src/testing/counting-budget.ts";
import {
  createJob,
  type JobChanges,
  openTestRuntime,
} from "../../../../runtime/supervisor/python/testing/runtime-fixture.ts";
import { createOutbound } from "../../platform/outbound/create-outbound.ts";
import { scriptedLookup } from "../../platform/outbound/raw-server.fixture.ts";
import { Traffic } from "../../platform/outbound/traffic.ts";
import { startServers } from "./test-servers.fixture.ts";
import type { ConnectingRun, HostConnection } from "./tunnel/connecting-run.ts";
import { createHostTunnels } from "./tunnel/host-tunnels.ts";

/** The names of the stage's servers. All of them have one address, which the operator allows. */
export const NAMES = [
  "api.example.com",
  "www.example.com",
  "example.com",
  "other.example.com",
  "a.wild.example.org",
  "xn--bcher-kva.example",
];
/** Names that resolve to addresses that runs are not allowed to reach. */
const ELSEWHERE: Record<string, string[]> = {
  "inside.example.com": ["10.0.0.7"],
  "mixed.example.com": ["127.0.0.1", "10.0.0.7"],
  "metadata.example.com": ["169.254.169.254"],
  "closed.example.com": ["127.0.0.1"],
};

/** A finished run with the connections in its trace. */
export interface StageRun {
  receipt: RunReceipt;
  connections: HostConnection[];
  undeclared: string[];
}

export interface Stage {
  /** Runs an agent. Its answer is in the receipt. */
  run(source: string, options: RunOptions): Promise<StageRun>;
  /** The hosts and paths of the requests that the servers received. */
  requests: string[];
  /** The names that were resolved. */
  resolved: string[];
  /** The certificate authority of the servers as PEM, and their ports on this machine, keyed by the ports that agents use. */
  ca: string;
  ports: ReadonlyMap<number, number>;
  /** The hosts that trial runs tried to reach. */
  triedInTrials: string[];
  close(): Promise<void>;
}

export interface RunOptions extends JobChanges {
  hosts: readonly string[];
  traffic?: Traffic;
  /** The hosts that the server knows as declared, if they differ from the hosts that the sandbox knows. */
  declared?: readonly string[];
}

interface StageOptions {
  parents: "never" | "first-use";
  environmentsDirectory?: string;
  /** The folder with the locks of the environments and the code of the sandbox. */
  sourceDirectory?: string;
  /** Returns the runtime in which agents run; the one for plain Python by default. */
  pick?: (runtimes: Awaited<ReturnType<typeof openTestRuntime>>["runtimes"]) => AgentRuntime;
}

/**
 * Runs agents in real sandboxes behind a real gateway and the real connection handler, with servers that they can
 * reach.
 */
export async function openStage({
  parents,
  environmentsDirectory,
  sourceDirectory,
  pick,
}: StageOptions): Promise<Stage> {
  const requests: string[] = [];
  const servers = await startServers([...NAMES, ...Object.keys(ELSEWHERE)], requests);
  const here = Object.fromEntries(NAMES.map((name) => [name, ["127.0.0.1"]]));
  const all = Object.fromEntries(
    Object.entries({ ...here, ...ELSEWHERE }).map(([name, found]) => [name, [found]]),
  );
  const { lookup, asked } = scriptedLookup(all);
  const outbound = createOutbound({
    allow: ["127.0.0.1/32"],
    lookup,
    replacePort: (host, port) => (host === "closed.example.com" ? 1 : (servers.ports.get(port) ?? 1)),
  });
  const runs = new Map<string, ConnectingRun>();
  const triedInTrials: string[] = [];
  const tunnels = createHostTunnels({
    runs: { find: (id) => runs.get(id), recordTrialCall: (_id, host) => void triedInTrials.push(host) },
    outbound,
    log: { error: (fields) => console.error(fields) },
  });
  const log = { warn() {}, info() {}, error() {} };
  const gateway = createGateway({
    config: readGatewayConfig({}),
    budget: new CountingBudget(),
    log,
    openTunnel: tunnels,
  });
  const opened = await openTestRuntime({
    parents,
    authorities: [servers.ca],
    ...(environmentsDirectory !== undefined && { environmentsDirectory }),
    ...(sourceDirectory !== undefined && { sourceDirectory }),
  });
  const runtime = pick?.(opened.runtimes) ?? opened.runtime;

  async function run(
    source: string,
    { hosts, traffic = new Traffic(), declared = hosts, ...changes }: RunOptions,
  ): Promise<StageRun> {
    const connections: HostConnection[] = [];
    const undeclared: string[] = [];
    const ended = new AbortController();
    const calls: Promise<void>[] = [];
    const job = createJob(source, { ...changes, hosts });
    runs.set(job.runId, {
      hosts: declared,
      traffic,
      signal: ended.signal,
      track: (call) => void calls.push(call),
      record: (connection) => void connections.push(connection),
    });
    const { runId, runToken, trial = false } = job;
    const connectGateway = (socket: Parameters<typeof gateway.connect>[0]) =>
      gateway.connect(socket, { runId, runToken, trial });
    const receipt = await runtime.start({ ...job, connectGateway }, (event) => {
      if (event.type === "undeclared_host") undeclared.push(event.host);
    }).receipt;
    ended.abort();
    await Promise.all(calls);
    return { receipt, connections, undeclared };
  }

  return {
    run,
    requests,
    ca: servers.ca,
    ports: servers.ports,
    resolved: asked,
    triedInTrials,
    async close() {
      await opened.close();
      await gateway.close(0);
      await outbound.close();
      servers.close();
    },
  };
}
