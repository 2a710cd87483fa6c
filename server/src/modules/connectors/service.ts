import type { AddConnectorRequest, UpdateConnectorRequest } from "@stoa/contract";
import type pg from "pg";
import type { Vault } from "../../platform/crypto/vault.ts";
import type { Database } from "../../platform/db/database.ts";
import { getUniqueViolation } from "../../platform/db/errors.ts";
import { generateId } from "../../platform/db/new-id.ts";
import { notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { consume, createLimiter } from "../../platform/rate-limit/rate-limiter.ts";
import { type ConnectionTest, testConnection } from "./connection-test.ts";
import type { ConnectorSource, OpenConnector } from "./connector-source.ts";
import { ConsentFailure, consentWords } from "./consent/consent-failure.ts";
import type { ConsentProviders, ReturnedConsent } from "./consent/consent-provider.ts";
import { type Allowed, Consents } from "./consent/consents.ts";
import { Withdrawals, type WithdrawalsOptions } from "./consent/withdrawals.ts";
import { checkNewConnector, createAlreadyConnectedError, getCredentialField } from "./policy.ts";
import { openSecrets, sealSecrets } from "./sealed-secrets.ts";
import type { ConnectorSecrets, ServiceDefinition } from "./service-definition.ts";
import {
  type ConnectorRow,
  deleteConnector,
  findById,
  findByService,
  findOfAccount,
  insertConnector,
  listConnectors,
  replaceSealed,
  type SealedConnector,
  updateConnector,
} from "./store.ts";
import { findService } from "./supported-services.ts";
import { countOneUse, readUncountedReason } from "./usage-store.ts";

/**
 * The number of connection tests per user and service. A user corrects a key in a few attempts; a higher
 * limit would let attackers try out keys through this server.
 */
const TESTS_PER_MINUTE = 10;
const TOO_MANY_TESTS = "This connector was tested too many times.";

export interface ConnectorsOptions {
  db: Database;
  pool: pg.Pool;
  vault: Vault;
  outbound: Outbound;
  /** The providers at which users can allow access instead of entering a credential. */
  consentProviders?: ConsentProviders | undefined;
  log: WithdrawalsOptions["log"];
}

/** The server that a connector names. */
interface UsedServer {
  /** The URL of the server, without a trailing slash. */
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
}

type UnusableReason = "gone" | "inactive" | "quota_reached";

/** Stores users' credentials for services encrypted, and decrypts them only for calls to the service itself. */
export class Connectors implements ConnectorSource {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #outbound: Outbound;
  readonly #tests;
  readonly consents: Consents;
  /** Revokes the access at a service when its connector is deleted. */
  readonly withdrawals: Withdrawals;

  constructor({ db, pool, vault, outbound, consentProviders = new Map(), log }: ConnectorsOptions) {
    this.#db = db;
    this.#vault = vault;
    this.#outbound = outbound;
    this.consents = new Consents(vault, consentProviders);
    this.withdrawals = new Withdrawals({ db, vault, consents: this.consents, log });
    this.#tests = createLimiter(pool, {
      name: "connector_test",
      points: TESTS_PER_MINUTE,
      durationSeconds: 60,
    });
  }

  list(caller: Caller): Promise<ConnectorRow[]> {
    return listConnectors(this.#db, caller.userId);
  }

  /**
   * @throws AppError 400 with the text of the specification; 409 if the user already has a connector for this service
   */
  async add({ userId, accountId }: Caller, request: AddConnectorRequest): Promise<ConnectorRow> {
    const { service, credentialKind, secrets } = checkNewConnector(request);
    const owner = { id: await generateId(this.#db, "con"), accountId, userId };
    try {
      return await insertConnector(this.#db, {
        ...owner,
        serviceName: service.name,
        credentialKind,
        ...sealSecrets(this.#vault, owner, secrets),
        usageQuota: request.usage_quota ?? null,
      });
    } catch (error) {
      throw getUniqueViolation(error) ? createAlreadyConnectedError(service) : error;
    }
  }

  /**
   * Completes an OAuth consent: creates the user's connector for the service, or replaces the credential of the
   * existing connector, which becomes active and keeps its quota and grants.
   * @throws AppError 400 if access was denied or the consent is not valid for this user, 404 if the service is not
   * offered, 503 if the provider does not respond.
   */
  async connect(caller: Caller, serviceName: string, returned: ReturnedConsent): Promise<ConnectorRow> {
    const allowed = await this.consents.finish(caller.userId, serviceName, returned);
    try {
      return await this.#keepAllowed(caller, allowed);
    } catch (error) {
      // The user finished another consent at the same time, so the connector now exists.
      if (getUniqueViolation(error)) return this.#keepAllowed(caller, allowed);
      throw error;
    }
  }

  /** @throws a unique violation if a connector for this service was added at the same time */
  async #keepAllowed(caller: Caller, { service, secrets }: Allowed): Promise<ConnectorRow> {
    const { userId, accountId } = caller;
    const present = await findByService(this.#db, userId, service.name);
    if (present) {
      await replaceSealed(this.#db, present, sealSecrets(this.#vault, present, secrets));
      return this.update(caller, present.id, { is_active: true });
    }
    const owner = { id: await generateId(this.#db, "con"), accountId, userId };
    return insertConnector(this.#db, {
      ...owner,
      serviceName: service.name,
      credentialKind: getCredentialField(service),
      ...sealSecrets(this.#vault, owner, secrets),
      usageQuota: null,
    });
  }

  /** Changes a connector's quota, or turns it on or off. @throws AppError 404 if the user has no such connector. */
  async update(caller: Caller, id: string, change: UpdateConnectorRequest): Promise<ConnectorRow> {
    const row = await updateConnector(this.#db, caller.userId, id, {
      ...(change.usage_quota !== undefined && { usageQuota: change.usage_quota }),
      ...(change.is_active !== undefined && { isActive: change.is_active }),
    });
    if (!row) throw notFound("Connector");
    return row;
  }

  /**
   * Deletes a connector with its grants, and revokes its access at the service.
   * @throws AppError 404 if the user has no such connector.
   */
  async remove(caller: Caller, id: string): Promise<void> {
    const removed = await deleteConnector(this.#db, caller.userId, id);
    if (!removed) throw notFound("Connector");
    this.withdrawals.begin(removed);
  }

  /** Tests a connector. @throws AppError 404 if the user has no such connector; 429 after too many tests. */
  async test(caller: Caller, id: string): Promise<ConnectionTest & { service: string }> {
    const connector = this.#openConnector(await findById(this.#db, caller.userId, id));
    if (!connector) throw notFound("Connector");
    const { service, secrets } = connector;
    // Counts tests by user and service, so that deleting and adding the connector does not reset the count.
    await consume(this.#tests, `${caller.userId}:${service.name}`, TOO_MANY_TESTS);
    return { service: service.name, ...(await this.#testConnection(service, secrets)) };
  }

  async #testConnection(service: ServiceDefinition, secrets: ConnectorSecrets): Promise<ConnectionTest> {
    try {
      return await testConnection(this.#outbound, service, await this.consents.toUsable(service, secrets));
    } catch (error) {
      if (!(error instanceof ConsentFailure)) throw error;
      return { success: false, message: consentWords(service.displayName, error) };
    }
  }

  findService = findService;

  async open(userId: string, serviceName: string): Promise<OpenConnector | undefined> {
    return this.#toUsable(await findByService(this.#db, userId, serviceName));
  }

  /** Opens a connector of any user of the account, preferably an active one. */
  async openOfAccount(accountId: string, serviceName: string): Promise<OpenConnector | undefined> {
    return this.#toUsable(await findOfAccount(this.#db, accountId, serviceName));
  }

  /**
   * Counts one use of the account's connector. Returns the server that it names, with the headers that authenticate
   * there, or the reason why it cannot be used.
   */
  async useOfAccount(accountId: string, serviceName: string): Promise<UsedServer | UnusableReason> {
    const connector = await this.openOfAccount(accountId, serviceName);
    if (!connector) return "gone";
    if (!connector.isActive) return "inactive";
    const counted = await this.countUse(connector.id);
    if (counted !== "counted") return counted;
    const { service, secrets } = connector;
    return { baseUrl: service.baseUrl(secrets.config), headers: service.attach(secrets).headers };
  }

  async countUse(connectorId: string) {
    if (await countOneUse(this.#db, connectorId)) return "counted" as const;
    return readUncountedReason(this.#db, connectorId);
  }

  async #toUsable(sealed: SealedConnector | undefined): Promise<OpenConnector | undefined> {
    const opened = this.#openConnector(sealed);
    if (!opened?.isActive) return opened;
    return { ...opened, secrets: await this.consents.toUsable(opened.service, opened.secrets) };
  }

  #openConnector(sealed: SealedConnector | undefined): OpenConnector | undefined {
    const service = sealed && findService(sealed.serviceName);
    if (!service) return undefined;
    return { id: sealed.id, service, isActive: sealed.isActive, secrets: openSecrets(this.#vault, sealed) };
  }
}
