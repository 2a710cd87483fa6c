import { AddConnectorRequest, isReplacedOrigin } from "@stoa/contract";
import { describeValue } from "@stoa/contract/issue-messages";
import type { RunRoute } from "@stoa/gateway";
import * as z from "zod";
import {
  type ConnectorSource,
  checkNewConnector,
  createConnectorRoute,
  findService,
  type OpenConnector,
  type ProxiedRun,
} from "../modules/connectors/index.ts";
import { AppError } from "../platform/http/app-error.ts";
import type { Outbound } from "../platform/outbound/outbound.ts";
import type { Traffic } from "../platform/outbound/traffic.ts";
import type { MemoryBudget } from "../platform/run-routes/memory-budget.ts";
import { UsageError } from "./command-arguments.ts";
import { createNoConnectorRefusal } from "./no-connector.ts";

/** The connectors of a local run, keyed by service name, API host, or the URL that they replace. */
export type LocalConnectors = ReadonlyMap<string, OpenConnector>;

const IN_PLACE_OF = "must be the URL of a server that the workflow calls, such as http://localhost:9925";

const Entry = AddConnectorRequest.extend({
  in_place_of: z.string().refine(isReplacedOrigin, IN_PLACE_OF).optional(),
});
type Entry = z.infer<typeof Entry>;
const Entries = z.array(Entry);

const formatPath = (path: readonly PropertyKey[]) => path.map(String).join(".") || "the file";

function toConnector(entry: Entry, at: number): [name: string, connector: OpenConnector] {
  try {
    const { service, secrets } = checkNewConnector(entry);
    return [entry.in_place_of ?? service.name, { id: `local_${at}`, service, isActive: true, secrets }];
  } catch (error) {
    if (error instanceof AppError)
      throw new UsageError(`--credentials: entry ${at}: ${error.message}`, { cause: error });
    throw error;
  }
}

/**
 * Parses a credentials file: a list of bodies as for `POST /api/v1/connectors`, each optionally with the URL that it
 * replaces (`in_place_of`).
 * @throws UsageError that names the entry but contains none of its values
 */
export function readCredentials(text: string): LocalConnectors {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new UsageError("--credentials: the file is not valid JSON", { cause: error });
  }
  const entries = Entries.safeParse(json, { error: describeValue });
  if (!entries.success) {
    const [{ path, message } = { path: [], message: "is not valid" }] = entries.error.issues;
    throw new UsageError(`--credentials: ${formatPath(path)}: ${message}`, { cause: entries.error });
  }
  return new Map(entries.data.map(toConnector));
}

interface LocalRouteOptions {
  connectors: LocalConnectors;
  outbound: Outbound;
  memory: MemoryBudget;
  log: Parameters<typeof createConnectorRoute>[0]["log"];
  signal: AbortSignal;
  traffic: Traffic;
}

/** Creates the connector route of a local run. Every connector is allowed, because users run their own files. */
export function createLocalConnectorRoute({
  connectors,
  outbound,
  memory,
  log,
  signal,
  traffic,
}: LocalRouteOptions): RunRoute {
  const run: ProxiedRun = {
    userId: "local",
    agentId: 0,
    agentOwnerAccountId: "local",
    uses: [],
    traffic,
    signal,
    track: () => undefined,
    record: () => undefined,
  };
  const source: ConnectorSource = {
    findService,
    open: (_userId, name) => Promise.resolve(connectors.get(name)),
    countUse: () => Promise.resolve("counted"),
  };
  return createConnectorRoute({
    runs: { find: () => run, recordTrialCall: () => undefined },
    connectors: source,
    allowanceFor: ({ service }) => {
      const connector = connectors.get(service);
      return Promise.resolve(
        connector
          ? { kind: "allowed", connectorId: connector.id, service }
          : { kind: "refused", code: "no_connector", detail: createNoConnectorRefusal(service) },
      );
    },
    outbound,
    memory,
    log,
  });
}
