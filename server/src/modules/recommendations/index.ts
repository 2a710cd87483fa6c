import type { Database } from "../../platform/db/database.ts";
import { defineModule } from "../../platform/module.ts";
import { AgentIndex } from "./agent-index.ts";
import { createEmbedder, type EmbedderSettings } from "./embedder/create-embedder.ts";
import { embedDueAgents } from "./embedding-job.ts";
import { QueryMeaning } from "./query-meaning.ts";
import { Recommendations } from "./recommendation-service.ts";
import { mountRecommendationRoutes } from "./routes.ts";

export { personalData } from "./personal-data.ts";

/**
 * How often agents without a vector are looked for. A new agent is found by its meaning a few seconds after it is
 * listed; a check takes 10 ms for 10,000 agents.
 */
const EMBED_MS = 3_000;

interface Log {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface RecommendationDeps {
  db: Database;
  embedder: EmbedderSettings;
  log: Log;
}

/**
 * Creates the module that recommends agents for a description. If an embedder is configured, the module also has a job
 * that embeds agents.
 */
export function createRecommendations({ db, embedder: settings, log }: RecommendationDeps) {
  const embedder = createEmbedder(settings);
  const index = new AgentIndex(db, embedder?.model);
  const meaning = embedder && { embedder, queries: new QueryMeaning(embedder, log) };
  const recommendations = new Recommendations({ db, index, meaning });
  return defineModule({
    api: {},
    routes: (mount) => mountRecommendationRoutes(mount, recommendations),
    jobs: embedder
      ? [{ name: "agent embeddings", everyMs: EMBED_MS, run: () => embedDueAgents(db, embedder, log) }]
      : [],
    close: async () => embedder?.close(),
  });
}
