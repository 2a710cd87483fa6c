import type { ExecutionResult } from "@stoa/contract";
import type { RunRoute } from "@stoa/gateway";
import type { ContentVault } from "../../../platform/crypto/content-vault.ts";
import type { Vault } from "../../../platform/crypto/vault.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { Mount } from "../../../platform/http/mount.ts";
import type { MemoryBudget } from "../../../platform/run-routes/memory-budget.ts";
import { createAnswerRoute, type WaitingRuns } from "./answer-route.ts";
import { AnsweredWaits } from "./answered-waits.ts";
import { mountResumeRoutes } from "./resume-routes.ts";
import { ResumeTokens } from "./resume-token.ts";
import { Resumes } from "./resumes.ts";
import { createWaitStore } from "./wait-store.ts";

export interface AnswersOptions {
  db: Database;
  vault: Vault;
  /** Encrypts questions and answers. */
  contentVault: ContentVault;
  /** The public URL of this server, without a trailing slash. */
  publicUrl: string;
  runs: WaitingRuns;
  ownsRun(runId: string, accountId: string): Promise<boolean>;
  waitForResult(runId: string, accountId: string, signal: AbortSignal): Promise<ExecutionResult | undefined>;
  memory: MemoryBudget;
  log: { error(fields: object, message: string): void };
}

/** Accepts answers from outside for runs that wait for them. */
export interface Answers {
  route: RunRoute;
  mountRoutes(mount: Mount): void;
  /** Deletes the waits that crashed nodes left behind. */
  forgetExpired(): Promise<void>;
}

export function createAnswers({
  db,
  vault,
  contentVault,
  publicUrl,
  runs,
  ownsRun,
  waitForResult,
  memory,
  log,
}: AnswersOptions): Answers {
  const store = createWaitStore(db, contentVault);
  const waits = new AnsweredWaits({ store, log });
  const tokens = new ResumeTokens(vault, publicUrl);
  const resumes = new Resumes({ store, waits, tokens, ownsRun });
  return {
    route: createAnswerRoute({ runs, store, waits, tokens, publicUrl, memory, log }),
    mountRoutes: (mount) => mountResumeRoutes(mount, { resumes, waitForResult }),
    forgetExpired: () => store.forgetExpired(),
  };
}
