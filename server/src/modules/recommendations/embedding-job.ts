import type { Database } from "../../platform/db/database.ts";
import { digestOf, passagesOf } from "./agent-passages.ts";
import { type Embedder, EmbedderUnavailable } from "./embedder/embedder.ts";
import { claimDueAgents, type DueAgent, keepEmbedding, saveEmbedding } from "./embedding-store.ts";
import { meanOf, toBytes } from "./vector.ts";

/** Agents claimed at once: a few seconds' work, so that two nodes share what there is to do. */
const BATCH = 8;

interface JobLog {
  warn(details: object, message: string): void;
}

/** Makes the vectors that are missing. What cannot be made now is tried again when its claim has run out. */
export async function embedDueAgents(db: Database, embedder: Embedder, log: JobLog): Promise<void> {
  for (;;) {
    const due = await claimDueAgents(db, embedder.model, BATCH);
    if (due.length === 0) return;
    try {
      // One after the other: somebody's query waits for at most one of them.
      for (const agent of due) await embedAgent(db, embedder, agent);
    } catch (error) {
      if (!(error instanceof EmbedderUnavailable)) throw error;
      log.warn({ reason: error.message }, "agents are not compared by meaning: there is no embedder");
      return;
    }
  }
}

async function embedAgent(db: Database, embedder: Embedder, agent: DueAgent): Promise<void> {
  const passages = passagesOf(agent, embedder.textMaxLength).filter((text) => embedder.understands(text));
  const wordsDigest = digestOf(passages);
  if (agent.embeddedWords?.equals(wordsDigest)) return keepEmbedding(db, agent);
  const vectors = passages.length > 0 ? await embedder.embed(passages) : [];
  const vector = toBytes(meanOf(vectors));
  return saveEmbedding(db, agent, { model: embedder.model, wordsDigest, vector });
}
