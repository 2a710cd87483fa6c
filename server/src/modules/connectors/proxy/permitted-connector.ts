import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";
import type { ConnectorSource, OpenConnector } from "../connector-source.ts";
import { ConsentFailure, consentWords } from "../consent/consent-failure.ts";
import type { Allowance, AllowanceFor } from "../grants/allowance.ts";
import { withSlashesDecoded } from "./call-target.ts";
import type { ProxiedRun } from "./proxied-run.ts";

/** Does not include the path, which may contain the caller's data. */
const REASONS: Record<Extract<Allowance, { kind: "refused" }>["code"], string> = {
  not_declared: "The agent does not declare this use of the connector.",
  no_connector: "The caller has no such connector.",
  not_granted: "The caller does not allow the agent this use of the connector.",
  inactive: "The caller's connector is switched off.",
};

interface WantedUse {
  run: ProxiedRun;
  /** As the agent names it: a supported service, a host, or an address that the caller's connector replaces. */
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

  async isAllowed(use: WantedUse): Promise<boolean> {
    return (await this.#allowance(use)).kind === "allowed";
  }

  /** Opens the connector for a call. @throws RouteRefusal 403 */
  async open(use: WantedUse): Promise<OpenConnector> {
    const allowance = await this.#allowance(use);
    if (allowance.kind === "refused") {
      const { code, detail } = allowance;
      throw new RouteRefusal(detail, { status: 403, code, reason: REASONS[code] });
    }
    const connector = await this.#opened(use.run, allowance.service);
    if (connector?.id !== allowance.connectorId) throw gone(this.#nameOf(allowance.service));
    return connector;
  }

  #nameOf(service: string): string {
    return this.#connectors.serviceNamed(service)?.displayName ?? service;
  }

  async #opened(run: ProxiedRun, service: string): Promise<OpenConnector | undefined> {
    try {
      return await this.#connectors.open(run.userId, service);
    } catch (error) {
      if (!(error instanceof ConsentFailure)) throw error;
      const isDown = error.kind === "unavailable";
      throw new RouteRefusal(consentWords(this.#nameOf(service), error), {
        status: isDown ? 502 : 403,
        code: isDown ? "service_unreachable" : "consent_ended",
        ...(!isDown && { reason: "The service no longer allows access by the caller's connector." }),
      });
    }
  }

  /** Counts one use of the monthly quota, before the request is sent. @throws RouteRefusal 403, 429 */
  async countUse({ id, service }: OpenConnector): Promise<void> {
    const counted = await this.#connectors.countUse(id);
    if (counted === "gone") throw gone(service.displayName);
    if (counted === "inactive")
      throw new RouteRefusal(
        `The ${service.displayName} connector of the person who runs this agent is switched off.`,
        { status: 403, code: "inactive", reason: REASONS.inactive },
      );
    if (counted === "quota_reached")
      throw new RouteRefusal(
        `The ${service.displayName} connector has reached the quota that its owner set for this month (UTC).`,
        { status: 429, code: "quota_reached" },
      );
  }

  /** Checks the path as it is sent, and as a server reads it that decodes encoded slashes. */
  async #allowance({ run, service, method, path }: WantedUse): Promise<Allowance> {
    const { userId, agentId, agentOwnerAccountId, uses } = run;
    const call = { userId, agentId, agentOwnerAccountId, uses, service, method };
    const allowance = await this.#allowanceFor({ ...call, path });
    const decoded = withSlashesDecoded(path);
    return allowance.kind === "refused" || decoded === path
      ? allowance
      : this.#allowanceFor({ ...call, path: decoded });
  }
}

function gone(name: string): RouteRefusal {
  return new RouteRefusal(`The person who runs this agent has no ${name} connector.`, {
    status: 403,
    code: "no_connector",
    reason: REASONS.no_connector,
  });
}
