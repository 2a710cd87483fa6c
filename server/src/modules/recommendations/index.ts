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

/** A new agent is found by its meaning a few seconds after it is listed. A check takes 10 ms for 10,000 agents. */
const EMBED_MS = 3_000;

interface Log {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface RecommendationOptions {
  db: Database;
  /** Undefined if the operator wants no embedder. Then only words are compared. */
  embedder: Embedder | undefined;
  log: Log;
}

/** Recommends agents for a description, and runs the job that embeds agents. */
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
