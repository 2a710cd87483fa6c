import { dirname, join } from "node:path";
import type { Embedder } from "./embedder.ts";
import { type ExamplePaths, ProcessEmbedder } from "./process-embedder.ts";
import { type ProviderCall, ProviderEmbedder } from "./provider-embedder.ts";

export interface EmbedderSettings {
  kind: "builtin" | "provider" | "none";
  /** The name of the provider's model in the gateway. */
  model: string;
  /** The path of the built-in embedder's program. */
  program: string;
  /** Calls a provider through the gateway. */
  callProvider: ProviderCall;
}

/** Returns the paths of the vectors of example queries, which are stored next to the program that made them. */
export function getExamplePaths(program: string): ExamplePaths {
  const folder = dirname(program);
  return { background: join(folder, "background.bin"), requests: join(folder, "requests.bin") };
}

/** Creates the embedder that the operator chose, or returns `undefined` for none. */
export function createEmbedder(settings: EmbedderSettings): Embedder | undefined {
  if (settings.kind === "none") return undefined;
  return settings.kind === "builtin"
    ? new ProcessEmbedder({ program: settings.program, examples: getExamplePaths(settings.program) })
    : new ProviderEmbedder(settings.model, settings.callProvider);
}
