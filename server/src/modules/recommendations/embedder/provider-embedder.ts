import { type Embedder, EmbedderUnavailable } from "./embedder.ts";

/** Providers answer in 0.2 s; who waits for recommendations longer gets those by words. */
const ANSWER_MS = 3_000;

/** Vectors of texts by a model of the gateway. */
export type ProviderCall = (
  model: string,
  texts: readonly string[],
  timeoutMs: number,
) => Promise<number[][]>;

/** A provider's embeddings, which know more languages, through the gateway's providers. */
export class ProviderEmbedder implements Embedder {
  readonly model: string;
  /** About 500 tokens: such models read far more, but what an agent does stands at the beginning. */
  readonly textMaxLength = 2_000;
  /** Cosines of OpenAI's third generation: unrelated texts have about 0.1, paraphrases 0.6 and more. */
  readonly likeness = { none: 0.15, same: 0.65 };
  readonly background = undefined;
  readonly #name: string;
  readonly #call: ProviderCall;

  constructor(name: string, call: ProviderCall) {
    this.#name = name;
    this.#call = call;
    this.model = `provider:${name}`;
  }

  understands(): boolean {
    return true;
  }

  async embed(texts: readonly string[]): Promise<number[][]> {
    try {
      return await this.#call(this.#name, texts, ANSWER_MS);
    } catch (cause) {
      throw new EmbedderUnavailable(cause instanceof Error ? cause.message : String(cause));
    }
  }

  async close(): Promise<void> {}
}
