import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { Connector } from "@stoa/contract";
import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import { Client, type Person, parseAnswer } from "../../../../tests/harness/client.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/harness/database.ts";
import { type ScriptedService, startScriptedService } from "../../../../tests/harness/scripted-service.ts";
import { createFixedKeys, type MasterKeys, masterKey } from "../../platform/crypto/master-keys.ts";
import { Vault } from "../../platform/crypto/vault.ts";
import { EventBus } from "../../platform/events/event-bus.ts";
import { createHttpServer } from "../../platform/http/http-server.ts";
import { createMount } from "../../platform/http/mount.ts";
import { createOutbound } from "../../platform/outbound/create-outbound.ts";
import { testAccounts } from "../accounts/accounts.fixture.ts";
import { mountAccountRoutes } from "../accounts/routes.ts";
import { createConsentProviders } from "./consent/create-consent-providers.ts";
import { mountConnectorRoutes } from "./routes.ts";
import { Connectors } from "./service.ts";

interface ConnectorsServer {
  client: Client;
  database: TestDatabase;
  connectors: Connectors;
  vault: Vault;
  /** Simulates a GitLab installation at `gitLabUrl`. */
  service: ScriptedService;
  gitLabUrl: string;
  /** The host of the same server, as "Any API" names it. */
  apiHost: string;
  /** Returns everything that was logged, at every level. */
  log(): string;
}

const GITLAB_HOST = "gitlab.example.com";
/** The host of the simulated provider for which the operator has a client. */
export const GOOGLE_HOST = "accounts.google.test";

interface ConnectorsServerOptions {
  /** The key that encrypts credentials and API keys. */
  keys?: MasterKeys;
}

async function open(
  options: ConnectorsServerOptions,
): Promise<ConnectorsServer & { close(): Promise<void> }> {
  const database = await createTestDatabase();
  const { db, pool } = database;
  const service = await startScriptedService([GITLAB_HOST, GOOGLE_HOST]);
  const outbound = createOutbound({ allow: ["127.0.0.1/32"], lookup: service.lookup, ca: service.ca });
  const vault = new Vault(options.keys ?? createFixedKeys(masterKey(randomBytes(32))));
  const events = new EventBus();
  const accounts = testAccounts({
    db,
    pool,
    vault,
    events,
    prepareRevocation: (accountId) => connectors.withdrawals.collectForAccount(accountId),
  });
  const consentProviders = createConsentProviders({
    outbound,
    publicUrl: "http://localhost:8080",
    google: { id: "stoa-client", secret: "client/secret" },
    googleIssuer: new URL(`https://${GOOGLE_HOST}:${service.port}`),
  });
  let logged = "";
  const log = pino(
    { level: "trace" },
    {
      write: (line) => {
        logged += line;
      },
    },
  );
  const connectors = new Connectors({ db, pool, vault, outbound, consentProviders, log });
  const app = createHttpServer({ log });
  await app.register(
    async (api) => {
      const mount = createMount(api, accounts.authenticator);
      mountAccountRoutes(mount, accounts);
      mountConnectorRoutes(mount, connectors);
    },
    { prefix: "/api/v1" },
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address() as AddressInfo;
  return {
    client: new Client(`http://127.0.0.1:${address.port}`),
    database,
    connectors,
    vault,
    service,
    gitLabUrl: `https://${GITLAB_HOST}:${service.port}`,
    apiHost: `${GITLAB_HOST}:${service.port}`,
    log: () => logged,
    async close() {
      await app.close();
      await outbound.close();
      await service.close();
      await database.drop();
    },
  };
}

/** Starts a server with accounts and connectors for all tests of the calling file. */
export function useConnectorsServer(
  getOptions: () => Promise<ConnectorsServerOptions> = async () => ({}),
): () => ConnectorsServer {
  let current: Awaited<ReturnType<typeof open>> | undefined;
  beforeAll(async () => {
    current = await open(await getOptions());
  });
  afterAll(() => current?.close());
  return () => {
    if (!current) throw new Error("the server exists only while tests run");
    return current;
  };
}

/** Adds a connector and requires that this succeeds. */
export async function addConnector(
  { client }: ConnectorsServer,
  person: Person,
  request: Record<string, unknown> = { service_name: "openai", api_key: "sk-test" },
): Promise<Connector> {
  const answer = await client.post("/api/v1/connectors", request, { token: person.token });
  if (answer.status !== 201) throw new Error(`add answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return parseAnswer(Connector, answer);
}

/** Adds an "Any API" connector for the same simulated server. */
export function addApi(
  server: ConnectorsServer,
  person: Person,
  entered: { api_key: string; service_config: Record<string, string> },
): Promise<Connector> {
  return addConnector(server, person, {
    service_name: "api",
    api_key: entered.api_key,
    service_config: { host: server.apiHost, ...entered.service_config },
  });
}

/** Adds a connector for the simulated GitLab. */
export function addGitLab(
  server: ConnectorsServer,
  person: Person,
  token = "glpat-test",
): Promise<Connector> {
  return addConnector(server, person, {
    service_name: "gitlab",
    api_key: token,
    service_config: { base_url: server.gitLabUrl },
  });
}
