import { HOW_TO_PIN, PinnedComparison } from "@stoa/contract";
import { drawWorkflow } from "@stoa/workflow";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { TrialRunner } from "../agents/runnable-agent.ts";
import { createTrialInput } from "../upload/trial-run-check.ts";
import { findOwnedVersion } from "./owned-version.ts";
import { StoredExamples, StoredInputs, StoredManifest } from "./version-content.ts";

const createConflict = (detail: string) => new AppError(409, "conflict", detail);

/** Compares the nodes of n8n workflows with the data that their developers pinned in n8n. */
export class PinnedComparisons {
  readonly #db: Database;
  readonly #trials: Pick<TrialRunner, "compare" | "chooseSampleFile">;

  constructor(db: Database, trials: Pick<TrialRunner, "compare" | "chooseSampleFile">) {
    this.#db = db;
    this.#trials = trials;
  }

  /**
   * Returns a function that compares a version with its pinned data, in the place of a trial run. Nothing is charged,
   * stored or counted in statistics.
   * @throws AppError 404 for anyone but the owner; 409 for a version that is no workflow, has no pinned data or runs on
   * its developer's own n8n server. The function throws 409 if the workflow cannot be run, and 503 if the server is at
   * capacity.
   */
  async prepare(
    agentId: number,
    accountId: string,
    number: number,
  ): Promise<() => Promise<PinnedComparison>> {
    const { version } = await findOwnedVersion(this.#db, agentId, accountId, number);
    const { framework, filename } = version;
    const source = version.source ?? "";
    if (framework !== "n8n")
      throw createConflict(
        `Version ${number} is not an n8n workflow, so it has no pinned data to compare with`,
      );
    if (StoredManifest.parse(version.manifest).engine === "n8n")
      throw createConflict(
        `Version ${number} runs on your own n8n server, so there is no difference to look for`,
      );
    if (!drawWorkflow(source)?.pinnedNodes)
      throw createConflict(`Version ${number} has no pinned data after its trigger. ${HOW_TO_PIN}`);
    const examples = StoredExamples.parse(version.examples);
    const input = createTrialInput(StoredInputs.parse(version.inputs), examples, this.#trials);
    return async () => {
      const compared = await this.#trials.compare({ accountId, source, filename, input });
      if (!compared.ok) throw createConflict(`The workflow could not be compared. ${compared.detail}`);
      return PinnedComparison.parse(compared.comparison);
    };
  }
}
