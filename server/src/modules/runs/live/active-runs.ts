import { ExecutionResult } from "@stoa/contract";
import type { FastifyBaseLogger } from "fastify";
import type { ContentVault } from "../../../platform/crypto/content-vault.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { Ledger } from "../../ledger/index.ts";
import { DEFAULT_RUN_BOUNDS, type RunBounds } from "../run-bounds.ts";
import { RunContents } from "../run-contents.ts";
import type { RunFiles } from "../run-files.ts";
import { readRun } from "../settle/run-reader.ts";
import { TrialRuns } from "../trial/trial-runs.ts";
import { createRunResealing } from "../upkeep/reseal-contents.ts";
import { createConnectingRuns } from "./connecting-runs.ts";
import { createConnectorRuns } from "./connector-runs.ts";
import { createFilingRuns } from "./filing-runs.ts";
import { followRun } from "./follow-run.ts";
import { HoldGrowth } from "./hold.ts";
import { createImageFetch } from "./image-fetch.ts";
import { LiveRuns } from "./live-run.ts";
import { createRememberingRuns } from "./remembering-runs.ts";
import { createRunBudget } from "./run-budget.ts";
import { createWorkflowRuns } from "./workflow-runs.ts";

export interface ActiveRunsDeps {
  db: Database;
  contentVault: ContentVault;
  ledger: Ledger;
  outbound: Pick<Outbound, "request">;
  files: RunFiles;
  bounds?: Partial<RunBounds>;
  log: FastifyBaseLogger;
}

export type ActiveRuns = ReturnType<typeof createActiveRuns>;

/**
 * A position after the last entry that a run's log can have. A client that follows a run from here gets only the end.
 */
const END_OF_LOG = 999_999_999;

/**
 * Creates the collection of active runs on this node, as the gateway, `connectors` and `workflows` see them. It exists
 * before `createRuns`, because `createRuns` needs all three of them.
 */
export function createActiveRuns(deps: ActiveRunsDeps) {
  const { db, ledger, outbound, files, bounds: given, log } = deps;
  const contents = new RunContents(deps.contentVault);
  const bounds: RunBounds = { ...DEFAULT_RUN_BOUNDS, ...given };
  const live = new LiveRuns();
  const trials = new TrialRuns();
  const hold = new HoldGrowth(db, ledger);
  return {
    bounds,
    files,
    /** Seals and opens the contents of runs. */
    contents,
    reseal: createRunResealing(db, deps.contentVault),
    live,
    trials,
    hold,
    /** The budget from which the gateway reserves model calls, and in which it records them. */
    budget: createRunBudget({ db, contents, ledger, live, trials, hold, bounds, log }),
    /** Fetches images that agents pass to models as URLs. */
    fetchImage: createImageFetch({ live, outbound }),
    connectorRuns: createConnectorRuns(live, trials),
    /** The view of this node's runs that connections to declared hosts use. */
    connectingRuns: createConnectingRuns(live, trials),
    workflowRuns: createWorkflowRuns(live, trials),
    /** The view of this node's runs that reads and stores files. */
    filingRuns: createFilingRuns(live, trials),
    /** The view of this node's runs that `stoa.memory` uses. */
    rememberingRuns: createRememberingRuns(live, trials),
    /** Returns whether this account started this run. */
    ownsRun: async (runId: string, accountId: string) =>
      (await readRun({ db, contents }, runId, accountId)) !== undefined,
    /** Waits for a run's end, on whichever node it runs; undefined if the signal aborts first. */
    async waitForResult(
      runId: string,
      accountId: string,
      signal: AbortSignal,
    ): Promise<ExecutionResult | undefined> {
      const after = END_OF_LOG;
      for await (const { event, data } of followRun(
        { db, contents, live, createFileLinks: files.createLinks },
        { runId, accountId, after },
        signal,
      ))
        if (event === "result") return ExecutionResult.parse(data);
      return undefined;
    },
  };
}
