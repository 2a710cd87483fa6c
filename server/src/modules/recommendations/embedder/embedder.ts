import type { Direction } from "../vector.ts";

/** Why meanings cannot be compared right now; the message is for the log. */
export class EmbedderUnavailable extends Error {
  override readonly name = "EmbedderUnavailable";
}

/** Makes vectors of texts, so that texts of like meaning lie near one another. */
export interface Embedder {
  /** Names the model: vectors of two models cannot be compared. */
  readonly model: string;
  /** Texts are cut to this many characters before they are embedded. */
  readonly textMaxLength: number;
  /** The cosines between which a text goes from no relation with another to the same: they differ from model to model. */
  readonly likeness: { readonly none: number; readonly same: number };
  /**
   * What texts mean that no agent answers, such as keys hit at random, small talk and general knowledge; undefined for a
   * model that they were not measured with.
   */
  readonly background: readonly Direction[] | undefined;
  /** Whether it knows the language of a text: a vector of what it does not know is near to anything. */
  understands(text: string): boolean;
  /**
   * One vector for each text, in order; no text may be blank.
   * @throws EmbedderUnavailable
   */
  embed(texts: readonly string[]): Promise<number[][]>;
  close(): Promise<void>;
}
