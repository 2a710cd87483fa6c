import { dirname, join } from "node:path";
import type { Embedder } from "./embedder.ts";
import { ProcessEmbedder } from "./process-embedder.ts";
import { type ProviderCall, ProviderEmbedder } from "./provider-embedder.ts";

export interface EmbedderSettings {
  kind: "builtin" | "provider" | "none";
  /** The provider's model, by its name in the gateway. */
  model: string;
  /** The program of the built-in one's process. */
  program: string;
  /** From the gateway. */
  callProvider: ProviderCall;
}

/** Returns the path of the background's vectors, which lie beside the program that made them. */
export function backgroundBeside(program: string): string {
  return join(dirname(program), "background.bin");
}

/** The embedder that the operator chose, `undefined` for none. */
export function createEmbedder(settings: EmbedderSettings): Embedder | undefined {
  if (settings.kind === "none") return undefined;
  return settings.kind === "builtin"
    ? new ProcessEmbedder({ program: settings.program, background: backgroundBeside(settings.program) })
    : new ProviderEmbedder(settings.model, settings.callProvider);
}
