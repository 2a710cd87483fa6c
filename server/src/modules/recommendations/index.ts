import type { Database } from "../../platform/db/database.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { type PeriodicJob, startPeriodicJob } from "../../platform/jobs/periodic.ts";
import { AgentIndex } from "./agent-index.ts";
import type { Embedder } from "./embedder/embedder.ts";
import { embedDueAgents } from "./embedding-job.ts";
import { QueryMeaning } from "./query-meaning.ts";
import { Recommendations } from "./recommendation-service.ts";
import { mountRecommendationRoutes } from "./routes.ts";

export { createEmbedder } from "./embedder/create-embedder.ts";
export { personalData } from "./personal-data.ts";

/** A new agent is found by its meaning a few seconds after it was listed; to look costs 10 ms at 10,000 agents. */
const EMBED_MS = 3_000;

interface Log {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface RecommendationOptions {
  db: Database;
  /** Undefined where the operator wants none: words alone are compared. */
  embedder: Embedder | undefined;
  log: Log;
}

/** Agents for what somebody describes, and the job that finds out what agents mean. */
export interface RecommendationModule {
  mountRoutes(mount: Mount): void;
  close(): Promise<void>;
}

export function createRecommendations({ db, embedder, log }: RecommendationOptions): RecommendationModule {
  const index = new AgentIndex(db, embedder?.model);
  const meaning = embedder && { embedder, queries: new QueryMeaning(embedder, log) };
  const recommendations = new Recommendations({ db, index, meaning });
  const jobs: PeriodicJob[] = embedder
    ? [startPeriodicJob("what agents mean", EMBED_MS, () => embedDueAgents(db, embedder, log), log)]
    : [];
  return {
    mountRoutes: (mount) => mountRecommendationRoutes(mount, recommendations),
    async close() {
      await embedder?.close();
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
