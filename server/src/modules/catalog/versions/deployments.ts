import { FRAMEWORK_NAMES, type UploadCheck, VersionState } from "@stoa/contract";
import { type EntryPoint, type Framework, getRuntimeName } from "@stoa/runtime/protocol";
import type { Database, Tx } from "../../../platform/db/database.ts";
import { AppError, notFound } from "../../../platform/http/app-error.ts";
import { findDetailRow } from "../agents/agent-rows.ts";
import { setCurrentVersion } from "../agents/agent-store.ts";
import { refreshSearchDocument } from "../listing/search-store.ts";
import { requirePriceAboveCost } from "../prices/price-advice.ts";
import { presentCheck } from "../upload/check-list.ts";
import { checkModels, MODELS_CHECK, type OfferedModels, resolveModels } from "../upload/offered-models.ts";
import { PACKAGES_CHECK } from "../upload/packages-check.ts";
import type { UploadRuntimes } from "../upload/upload-context.ts";
import type { UploadNotices } from "../upload/upload-notices.ts";
import { StoredChecks } from "./present-version.ts";
import { StoredEntry, StoredFramework, StoredManifest } from "./version-content.ts";
import { describeMissingVersion, describeVersionState } from "./version-messages.ts";
import { lockOwned, lockVersion, markActivated, markWithdrawn } from "./version-store.ts";

type LockedVersion = NonNullable<Awaited<ReturnType<typeof lockVersion>>>;

const conflict = (detail: string) => new AppError(409, "conflict", detail);

/** Lets an owner choose the current version of an agent among its listed versions. */
export class Deployments {
  readonly #db: Database;
  readonly #runtimes: UploadRuntimes;
  readonly #notices: Pick<UploadNotices, "notifyOfRollback">;

  readonly #models: OfferedModels;

  constructor(
    db: Database,
    runtimes: UploadRuntimes,
    notices: Pick<UploadNotices, "notifyOfRollback">,
    models: OfferedModels,
  ) {
    this.#models = models;
    this.#db = db;
    this.#runtimes = runtimes;
    this.#notices = notices;
  }

  /**
   * Makes an earlier or later version the current version. Active runs keep their version.
   * @returns the version's checks. A warning says that some of its models are not offered now, or that the packages
   * have changed.
   * @throws AppError 400 price_below_cost; 404 for anyone but the owner, or for an unknown version; 409 for a version
   * that is not listed.
   */
  async activate(agentId: number, accountId: string, number: number): Promise<UploadCheck[]> {
    return this.#db.transaction().execute(async (tx) => {
      const { agent, version } = await lockBoth(tx, agentId, accountId, number);
      requireListed(version, number);
      const checks = this.#runChecks(version);
      if (number === agent.currentNumber) return checks;
      const { models } = StoredManifest.parse(version.manifest);
      const terms = await findDetailRow(tx, agentId);
      if (terms) requirePriceAboveCost(terms, models, this.#models);
      await setCurrentVersion(tx, agentId, version, resolveModels(models, this.#models));
      await markActivated(tx, version.id, checks);
      await refreshSearchDocument(tx, agentId);
      if (number < agent.currentNumber) {
        const { name, currentNumber: from } = agent;
        await this.#notices.notifyOfRollback(tx, accountId, { id: agentId, name }, { from, to: number });
      }
      return checks;
    });
  }

  /**
   * Withdraws a version permanently. Doing so again changes nothing.
   * @throws AppError 404 for anyone but the owner; 409 for the current version or a version that is not listed.
   */
  async withdraw(agentId: number, accountId: string, number: number): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const { agent, version } = await lockBoth(tx, agentId, accountId, number);
      if (version.state === "withdrawn") return;
      if (number === agent.currentNumber)
        throw conflict(`Version ${number} is the current version. Make another version current first.`);
      requireListed(version, number);
      await markWithdrawn(tx, version.id);
    });
  }

  #runChecks(version: LockedVersion): UploadCheck[] {
    const { models, packages: own } = StoredManifest.parse(version.manifest);
    const offered = checkModels(models, this.#models, { allowMissing: true });
    const made = StoredChecks.parse(version.checks).filter(
      ({ name }) => name !== "environment" && name !== "models",
    );
    const packages = checkEnvironment(
      {
        framework: StoredFramework.parse(version.framework),
        entry: StoredEntry.parse(version.entry),
        environmentDigest: version.environmentDigest,
        hasOwnPackages: own !== undefined,
      },
      this.#runtimes,
    );
    return [...made, presentCheck(MODELS_CHECK, offered), packages];
  }
}

/**
 * Locks the agent before the version, as every transaction does, so that the second of two
 * concurrent changes sees the result of the first.
 */
async function lockBoth(tx: Tx, agentId: number, accountId: string, number: number) {
  const agent = await lockOwned(tx, agentId, accountId);
  if (!agent) throw notFound("Agent");
  const version = await lockVersion(tx, agentId, number);
  if (!version) throw new AppError(404, "not_found", describeMissingVersion(number));
  return { agent, version };
}

function requireListed(version: LockedVersion, number: number): void {
  const state = VersionState.parse(version.state);
  if (state !== "listed") throw conflict(describeVersionState(number, state));
}

/** Checks whether the packages that a version was checked with are still installed. */
function checkEnvironment(
  version: {
    framework: Framework;
    entry: EntryPoint;
    environmentDigest: string | null;
    hasOwnPackages: boolean;
  },
  runtimes: UploadRuntimes,
): UploadCheck {
  const check = PACKAGES_CHECK;
  const runtime = runtimes.runtime(getRuntimeName(version.framework, version.entry));
  const status = runtime?.getStatus();
  if (!status?.available) {
    const why = status ? ` ${status.reason}` : "";
    const detail = `${FRAMEWORK_NAMES[version.framework]} agents cannot run on this server right now.${why}`;
    return { ...check, status: "warning", detail };
  }
  if (version.hasOwnPackages)
    return {
      ...check,
      status: "passed",
      detail: "This version runs with its own packages, in the versions that it was checked with",
    };
  if (version.environmentDigest === null)
    return {
      ...check,
      status: "passed",
      detail: "This version was checked without additional packages",
    };
  if (version.environmentDigest === runtime?.environmentDigest)
    return {
      ...check,
      status: "passed",
      detail: "The packages that this version was checked with are installed",
    };
  return {
    ...check,
    status: "warning",
    detail:
      "The installed packages differ from the packages that this version was checked with. Run it once, or upload the file again to check it",
  };
}
