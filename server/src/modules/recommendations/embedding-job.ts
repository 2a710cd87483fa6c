import type { Database } from "../../platform/db/database.ts";
import { computeDigest, splitIntoPassages } from "./agent-passages.ts";
import { type Embedder, EmbedderUnavailable } from "./embedder/embedder.ts";
import { claimDueAgents, type DueAgent, keepEmbedding, saveEmbedding } from "./embedding-store.ts";
import { computeMean, toBytes } from "./vector.ts";

/** The number of agents to claim at a time: a few seconds of work, so that two nodes share it. */
const BATCH = 8;

interface JobLog {
  warn(details: object, message: string): void;
}

/** Creates the missing vectors. After a failure, the agent is retried when its claim has expired. */
export async function embedDueAgents(db: Database, embedder: Embedder, log: JobLog): Promise<void> {
  for (;;) {
    const due = await claimDueAgents(db, embedder.model, BATCH);
    if (due.length === 0) return;
    try {
      // Embeds one agent at a time, so that a user's query waits for at most one of them.
      for (const agent of due) await embedAgent(db, embedder, agent);
    } catch (error) {
      if (!(error instanceof EmbedderUnavailable)) throw error;
      log.warn({ reason: error.message }, "semantic search is off because the embedder is unavailable");
      return;
    }
  }
}

async function embedAgent(db: Database, embedder: Embedder, agent: DueAgent): Promise<void> {
  const passages = splitIntoPassages(agent, embedder.textMaxLength).filter((text) => embedder.canEmbed(text));
  const wordsDigest = computeDigest(passages);
  if (agent.embeddedWords?.equals(wordsDigest)) return keepEmbedding(db, agent);
  const vectors = passages.length > 0 ? await embedder.embed(passages) : [];
  const vector = toBytes(computeMean(vectors));
  return saveEmbedding(db, agent, { model: embedder.model, wordsDigest, vector });
}
