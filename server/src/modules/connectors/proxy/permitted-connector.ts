import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";
import type { ConnectorSource, OpenConnector } from "../connector-source.ts";
import { ConsentFailure, consentWords } from "../consent/consent-failure.ts";
import type { Allowance, AllowanceFor } from "../grants/allowance.ts";
import { withSlashesDecoded } from "./call-target.ts";
import type { ProxiedRun } from "./proxied-run.ts";

/**
 * The reasons for the run's trace. They do not include the path, which may contain the caller's
 * data.
 */
const REASONS: Record<Extract<Allowance, { kind: "refused" }>["code"], string> = {
  not_declared: "The agent does not declare this use of the connector.",
  no_connector: "The caller has no such connector.",
  not_granted: "The caller has not allowed the agent to use the connector this way.",
  inactive: "The caller's connector is switched off.",
};

interface RequestedUse {
  run: ProxiedRun;
  /** The service as the agent names it: a supported service, a host, or a URL that the caller's connector replaces. */
  service: string;
  method: string;
  path: string;
}

/** Decides which calls of a run are allowed, and opens the connectors for them. */
export class PermittedConnectors {
  readonly #connectors: ConnectorSource;
  readonly #allowanceFor: AllowanceFor;

  constructor(connectors: ConnectorSource, allowanceFor: AllowanceFor) {
    this.#connectors = connectors;
    this.#allowanceFor = allowanceFor;
  }

  async isAllowed(use: RequestedUse): Promise<boolean> {
    return (await this.#readAllowance(use)).kind === "allowed";
  }

  /** Opens the connector for a call. @throws RouteRefusal 403 if the call is not allowed. */
  async open(use: RequestedUse): Promise<OpenConnector> {
    const allowance = await this.#readAllowance(use);
    if (allowance.kind === "refused") {
      const { code, detail } = allowance;
      throw new RouteRefusal(detail, { status: 403, code, reason: REASONS[code] });
    }
    const connector = await this.#openConnector(use.run, allowance.service);
    if (connector?.id !== allowance.connectorId) throw createGoneRefusal(this.#getName(allowance.service));
    return connector;
  }

  #getName(service: string): string {
    return this.#connectors.findService(service)?.displayName ?? service;
  }

  async #openConnector(run: ProxiedRun, service: string): Promise<OpenConnector | undefined> {
    try {
      return await this.#connectors.open(run.userId, service);
    } catch (error) {
      if (!(error instanceof ConsentFailure)) throw error;
      const isDown = error.kind === "unavailable";
      throw new RouteRefusal(consentWords(this.#getName(service), error), {
        status: isDown ? 502 : 403,
        code: isDown ? "service_unreachable" : "consent_ended",
        ...(!isDown && { reason: "The caller's access to the service expired or was revoked." }),
      });
    }
  }

  /**
   * Counts one use of the monthly quota, before the request is sent.
   * @throws RouteRefusal 403 if the connector is switched off or was deleted, 429 if the quota is used up.
   */
  async countUse({ id, service }: OpenConnector): Promise<void> {
    const counted = await this.#connectors.countUse(id);
    if (counted === "gone") throw createGoneRefusal(service.displayName);
    if (counted === "inactive")
      throw new RouteRefusal(`The caller's ${service.displayName} connector is switched off.`, {
        status: 403,
        code: "inactive",
        reason: REASONS.inactive,
      });
    if (counted === "quota_reached")
      throw new RouteRefusal(
        `The ${service.displayName} connector reached its owner's quota for this month (UTC).`,
        { status: 429, code: "quota_reached" },
      );
  }

  /**
   * Decides whether a call is allowed. Checks the path as it is sent, and as it is read by a server
   * that decodes encoded slashes.
   */
  async #readAllowance({ run, service, method, path }: RequestedUse): Promise<Allowance> {
    const { userId, agentId, agentOwnerAccountId, uses } = run;
    const call = { userId, agentId, agentOwnerAccountId, uses, service, method };
    const allowance = await this.#allowanceFor({ ...call, path });
    const decoded = withSlashesDecoded(path);
    return allowance.kind === "refused" || decoded === path
      ? allowance
      : this.#allowanceFor({ ...call, path: decoded });
  }
}

function createGoneRefusal(name: string): RouteRefusal {
  return new RouteRefusal(`The caller has no ${name} connector.`, {
    status: 403,
    code: "no_connector",
    reason: REASONS.no_connector,
  });
}
