import { type Embedder, EmbedderUnavailable } from "./embedder.ts";

/** Providers answer in 0.2 s. After this time, recommendations are made by words only. */
const ANSWER_MS = 3_000;

/** Embeds strings with one of the gateway's models. */
export type ProviderCall = (
  model: string,
  texts: readonly string[],
  timeoutMs: number,
) => Promise<number[][]>;

/** Embeds text with a provider's model, which knows more languages, through the gateway. */
export class ProviderEmbedder implements Embedder {
  readonly model: string;
  /** This is about 500 tokens. Such models accept far more, but the beginning says what an agent does. */
  readonly textMaxLength = 2_000;
  /**
   * OpenAI's third-generation models give cosines of about 0.1 for unrelated strings, and of 0.6 or more for paraphrases.
   */
  readonly likeness = { none: 0.15, same: 0.65 };
  readonly examples = undefined;
  readonly #name: string;
  readonly #call: ProviderCall;

  constructor(name: string, call: ProviderCall) {
    this.#name = name;
    this.#call = call;
    this.model = `provider:${name}`;
  }

  canEmbed(): boolean {
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
